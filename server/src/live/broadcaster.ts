import type { SystemStats } from '@video-forge/contract/live'
import { eventText } from './event-text.ts'
import { createRateLimiter } from './rate-limiter.ts'
import type { Reads } from './read-changes.ts'
import { readSnapshots } from './snapshot.ts'
import type { Subscriber } from './subscriber.ts'
import type { Subscribers } from './subscribers.ts'

const statsEveryMs = 2000
const lineEveryMs = 5000
const maxMoved = 50
const maxNewSubscribers = 250
const maxPerSlice = 100

/**
 * One round: look what changed, tell it, then greet those who are new. An event is made once for all who hear it.
 *
 * Its id says "everything before this transaction was told to you". Within a round that is only true of the rounds before,
 * since the stream may break between two events; so events carry the id of the round before, and may be told twice.
 */
export function createBroadcaster(reads: Reads, subscribers: Subscribers, maxConcurrent: number) {
  const rateLimiter = createRateLimiter()
  const newSubscribers = new Set<Subscriber>()
  let since: bigint | undefined
  let sentUpTo = 0n
  let mustRecheck = false
  let stats: SystemStats | undefined
  let statsAt = 0
  let lineAt = 0
  /** Something has changed since the counts, or the line, were last looked at. */
  let isMoving = { stats: true, line: true }
  let positions = new Map<string, number>()

  const subscribe = (subscriber: Subscriber) => void newSubscribers.add(subscriber)

  const send = (targets: Iterable<Subscriber>, text: string) => {
    const chunk = Buffer.from(text)
    const now = Date.now()
    for (const subscriber of targets) subscriber.send(chunk, now, sentUpTo, subscribe)
  }

  /** A few at a time: thousands at once would hold up what is to be told to some of them meanwhile. */
  const sendToAll = (text: string) => {
    const chunk = Buffer.from(text)
    const before = sentUpTo
    const targets = subscribers.all.values()
    const sendToSome = () => {
      const now = Date.now()
      for (let count = 0; count < maxPerSlice; count += 1) {
        const { value: subscriber, done } = targets.next()
        if (done) return
        subscriber.send(chunk, now, before, subscribe)
      }
      setImmediate(sendToSome)
    }
    sendToSome()
  }

  const checkSessions = async (targets: readonly Subscriber[]): Promise<Subscriber[]> => {
    const open = await reads.openSessions([...new Set(targets.map(({ sessionId }) => sessionId))])
    return targets.filter((subscriber) => {
      const groups = open.get(subscriber.sessionId)
      if (groups && subscribers.all.has(subscriber)) subscribers.setAdmin(subscriber, groups.includes('admin'))
      if (!groups) subscriber.end()
      return groups !== undefined
    })
  }

  const sendChanges = async () => {
    since ??= await reads.horizon()
    const { horizon, changes } = await reads.changesSince(since)
    since = horizon
    if (changes.length > 0) isMoving = { stats: true, line: true }
    rateLimiter.note(
      changes.filter(({ userId }) => subscribers.isSubscribed(userId)),
      horizon,
    )
    await resendPositions(horizon)
    const due = rateLimiter.take(Date.now())
    const jobs = await reads.describe(due.map(({ jobId }) => jobId))
    for (const { jobId, userId } of due) {
      const job = jobs.get(jobId)
      if (job && job.queue_position !== null) positions.set(jobId, job.queue_position)
      send(subscribers.of(userId), job ? eventText(sentUpTo, 'job_update', job) : eventText(sentUpTo, 'job_removed', { jobId }))
    }
    sentUpTo = rateLimiter.sentUpToOf(horizon)
  }

  /** When one job starts all behind it move up. That is told now and then, and not once for each of them each time. */
  const resendPositions = async (horizon: bigint) => {
    const now = Date.now()
    if (!isMoving.line || now - lineAt < lineEveryMs) return
    lineAt = now
    isMoving.line = false
    const line = (await reads.line()).map((job, place) => ({ ...job, place })).filter(({ userId }) => subscribers.isSubscribed(userId))
    const moved = line.filter(({ jobId, place }) => positions.get(jobId) !== place)
    for (const { jobId, userId } of moved.slice(0, maxMoved)) rateLimiter.resend(jobId, userId, horizon)
    positions = new Map(line.map(({ jobId, place }) => [jobId, place]))
  }

  const sendStats = async () => {
    const now = Date.now()
    if (stats && (!isMoving.stats || now - statsAt < statsEveryMs)) return
    statsAt = now
    isMoving.stats = false
    const before = stats
    stats = { ...(await reads.countWork()), maxConcurrent }
    if (before && before.currentJobs === stats.currentJobs && before.queueLength === stats.queueLength) return
    sendToAll(eventText(sentUpTo, 'system_stats', stats))
  }

  const sendSnapshots = async () => {
    const some = [...newSubscribers].slice(0, maxNewSubscribers)
    if (some.length === 0 || !stats) return
    const admitted = await checkSessions(some)
    const snapshotOf = await readSnapshots(reads, admitted, sentUpTo, eventText(sentUpTo, 'system_stats', stats))
    for (const subscriber of admitted) subscriber.sendSnapshot(snapshotOf(subscriber))
    for (const subscriber of some) newSubscribers.delete(subscriber)
  }

  return {
    subscribe,
    unsubscribe: (subscriber: Subscriber) => void newSubscribers.delete(subscriber),

    /** Something may have been missed: every session is asked about again. */
    recheckSessions(): void {
      mustRecheck = true
    },

    /** In how many milliseconds the next round is due; undefined when nothing waits for one. */
    async round(): Promise<number | undefined> {
      if (mustRecheck) {
        mustRecheck = false
        await checkSessions([...subscribers.all]).catch((error) => {
          mustRecheck = true
          throw error
        })
      }
      await sendChanges()
      await sendStats()
      await sendSnapshots()
      return newSubscribers.size > 0 ? 0 : rateLimiter.msToNext(Date.now())
    },

    reset(): void {
      rateLimiter.reset()
      newSubscribers.clear()
      positions.clear()
      since = undefined
      stats = undefined
    },
  }
}
