import type { JobUpdate } from '@video-forge/contract/live'
import { eventText } from './event-text.ts'
import type { Change } from './rate-limiter.ts'
import type { Reads } from './read-changes.ts'
import type { Subscriber } from './subscriber.ts'

interface Item {
  jobId: string
  userId: string
  /** Undefined for a job that is there because it is active. */
  changedIn: bigint | undefined
}

/**
 * What listeners are told first: every active job they may see, and all that changed since they last heard of it. Its events
 * carry the id the listener came with, so that a stream which breaks in the middle begins again at the same place; only the
 * last event moves it on.
 */
export async function readSnapshots(
  reads: Reads,
  targets: readonly Subscriber[],
  sentUpTo: bigint,
  last: string,
): Promise<(subscriber: Subscriber) => Buffer> {
  const admins = targets.filter(({ isAdmin }) => isAdmin)
  const people = targets.filter(({ isAdmin }) => !isAdmin)
  const forPeople = [
    ...(await reads.activeOf([...new Set(people.map(({ userId }) => userId))])).map(asActive),
    ...(await reads.changedFor([...earliestPerUser(people)].map(([userId, since]) => ({ userId, since })))),
  ]
  const earliest = earliestOf(admins)
  const forAdmins = [
    ...(admins.length > 0 ? (await reads.activeOf('everybody')).map(asActive) : []),
    ...(earliest === undefined ? [] : await reads.changedForAll(earliest)),
  ]
  const jobs = await reads.describe([...new Set([...forPeople, ...forAdmins].map(({ jobId }) => jobId))])

  const ofUser = groupByUser(forPeople)
  // Somebody's many tabs come back all at once, and so do thousands after a restart: what is alike is made once.
  const made = new Map<string, Buffer>()
  return ({ isAdmin, userId, since }) => {
    const key = `${isAdmin ? 'admin' : userId} ${since}`
    const text = made.get(key) ?? Buffer.from(tellItems(isAdmin ? forAdmins : (ofUser.get(userId) ?? []), jobs, since, sentUpTo) + last)
    made.set(key, text)
    return text
  }
}

const asActive = ({ jobId, userId }: { jobId: string; userId: string }): Item => ({ jobId, userId, changedIn: undefined })

function tellItems(items: readonly (Item | Change)[], jobs: Map<string, JobUpdate>, since: bigint | undefined, sentUpTo: bigint): string {
  const id = since ?? sentUpTo
  const wanted = items.filter(({ changedIn }) => changedIn === undefined || (since !== undefined && changedIn >= since))
  return [...new Set(wanted.map(({ jobId }) => jobId))]
    .map((jobId) => {
      const job = jobs.get(jobId)
      return job ? eventText(id, 'job_update', job) : eventText(id, 'job_removed', { jobId })
    })
    .join('')
}

function groupByUser(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const group = groups.get(item.userId)
    if (group) group.push(item)
    else groups.set(item.userId, [item])
  }
  return groups
}

function earliestPerUser(targets: readonly Subscriber[]): Map<string, bigint> {
  const earliest = new Map<string, bigint>()
  for (const { userId, since } of targets) {
    const known = earliest.get(userId)
    if (since !== undefined && (known === undefined || since < known)) earliest.set(userId, since)
  }
  return earliest
}

const earliestOf = (targets: readonly Subscriber[]): bigint | undefined =>
  targets.reduce<bigint | undefined>(
    (least, { since }) => (since !== undefined && (least === undefined || since < least) ? since : least),
    undefined,
  )
