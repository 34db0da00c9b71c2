import type { SystemStats } from '@video-forge/contract/live'
import type { Audience } from './audience.ts'
import { eventText } from './event-text.ts'
import type { Listener } from './listener.ts'
import { createPace } from './pace.ts'
import type { Reads } from './read-changes.ts'
import { readSnapshots } from './snapshot.ts'

const statsEveryMs = 2000
const lineEveryMs = 5000
const mostMoved = 50
const mostNewcomers = 250
const mostInARow = 100

/**
 * One round: look what changed, tell it, then greet those who are new. An event is made once for all who hear it.
 *
 * Its id says "everything before this transaction was told to you". Within a round that is only true of the rounds before,
 * since the stream may break between two events; so events carry the id of the round before, and may be told twice.
 */
export function createTeller(reads: Reads, audience: Audience, maxConcurrent: number) {
  const pace = createPace()
  const newcomers = new Set<Listener>()
  let since: bigint | undefined
  let told = 0n
  let doubtful = false
  let stats: SystemStats | undefined
  let statsAt = 0
  let lineAt = 0
  /** Something has changed since the counts, or the line, were last looked at. */
  let isMoving = { stats: true, line: true }
  let places = new Map<string, number>()

  const welcome = (listener: Listener) => void newcomers.add(listener)

  const tell = (listeners: Iterable<Listener>, text: string) => {
    const chunk = Buffer.from(text)
    const now = Date.now()
    for (const listener of listeners) listener.tell(chunk, now, told, welcome)
  }

  /** A few at a time: thousands at once would hold up what is to be told to some of them meanwhile. */
  const tellEverybody = (text: string) => {
    const chunk = Buffer.from(text)
    const before = told
    const listeners = audience.all.values()
    const tellSome = () => {
      const now = Date.now()
      for (let count = 0; count < mostInARow; count += 1) {
        const { value: listener, done } = listeners.next()
        if (done) return
        listener.tell(chunk, now, before, welcome)
      }
      setImmediate(tellSome)
    }
    tellSome()
  }

  const checkSessions = async (listeners: readonly Listener[]): Promise<Listener[]> => {
    const open = await reads.openSessions([...new Set(listeners.map(({ sessionId }) => sessionId))])
    return listeners.filter((listener) => {
      const groups = open.get(listener.sessionId)
      if (groups && audience.all.has(listener)) audience.setAdmin(listener, groups.includes('admin'))
      if (!groups) listener.end()
      return groups !== undefined
    })
  }

  const tellChanges = async () => {
    since ??= await reads.horizon()
    const { horizon, changes } = await reads.changesSince(since)
    since = horizon
    if (changes.length > 0) isMoving = { stats: true, line: true }
    pace.note(
      changes.filter(({ userId }) => audience.hears(userId)),
      horizon,
    )
    await remindOfPlaces(horizon)
    const due = pace.take(Date.now())
    const jobs = await reads.describe(due.map(({ jobId }) => jobId))
    for (const { jobId, userId } of due) {
      const job = jobs.get(jobId)
      if (job && job.queue_position !== null) places.set(jobId, job.queue_position)
      tell(audience.of(userId), job ? eventText(told, 'job_update', job) : eventText(told, 'job_removed', { jobId }))
    }
    told = pace.toldUpTo(horizon)
  }

  /** When one job starts all behind it move up. That is told now and then, and not once for each of them each time. */
  const remindOfPlaces = async (horizon: bigint) => {
    const now = Date.now()
    if (!isMoving.line || now - lineAt < lineEveryMs) return
    lineAt = now
    isMoving.line = false
    const line = (await reads.line()).map((job, place) => ({ ...job, place })).filter(({ userId }) => audience.hears(userId))
    const moved = line.filter(({ jobId, place }) => places.get(jobId) !== place)
    for (const { jobId, userId } of moved.slice(0, mostMoved)) pace.remind(jobId, userId, horizon)
    places = new Map(line.map(({ jobId, place }) => [jobId, place]))
  }

  const tellStats = async () => {
    const now = Date.now()
    if (stats && (!isMoving.stats || now - statsAt < statsEveryMs)) return
    statsAt = now
    isMoving.stats = false
    const before = stats
    stats = { ...(await reads.countWork()), maxConcurrent }
    if (before && before.currentJobs === stats.currentJobs && before.queueLength === stats.queueLength) return
    tellEverybody(eventText(told, 'system_stats', stats))
  }

  const greetNewcomers = async () => {
    const some = [...newcomers].slice(0, mostNewcomers)
    if (some.length === 0 || !stats) return
    const admitted = await checkSessions(some)
    const snapshotOf = await readSnapshots(reads, admitted, told, eventText(told, 'system_stats', stats))
    for (const listener of admitted) listener.greet(snapshotOf(listener))
    for (const listener of some) newcomers.delete(listener)
  }

  return {
    welcome,
    dismiss: (listener: Listener) => void newcomers.delete(listener),

    /** Something may have been missed: every session is asked about again. */
    doubtSessions(): void {
      doubtful = true
    },

    /** In how many milliseconds the next round is due; undefined when nothing waits for one. */
    async round(): Promise<number | undefined> {
      if (doubtful) {
        doubtful = false
        await checkSessions([...audience.all]).catch((error) => {
          doubtful = true
          throw error
        })
      }
      await tellChanges()
      await tellStats()
      await greetNewcomers()
      return newcomers.size > 0 ? 0 : pace.msToNext(Date.now())
    },

    forget(): void {
      pace.forget()
      newcomers.clear()
      places.clear()
      since = undefined
      stats = undefined
    },
  }
}
