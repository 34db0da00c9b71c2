import type { JobUpdate } from '@video-forge/contract/live'
import { eventText } from './event-text.ts'
import type { Change } from './rate-limiter.ts'
import type { Reads } from './reads.ts'
import type { Subscriber } from './subscriber.ts'

interface Item {
  jobId: string
  userId: string
  /** Undefined for a job that is included because it is active. */
  changedIn: bigint | undefined
}

/**
 * The first events of a stream: every active job the subscriber may see, and everything that changed since its last event id. They
 * carry the id the subscriber came with, so that a stream that breaks in the middle resumes at the same position; only the last
 * event moves it on.
 */
export async function readSnapshots(
  reads: Reads,
  targets: readonly Subscriber[],
  sentUpTo: bigint,
  last: string,
): Promise<(subscriber: Subscriber) => Buffer> {
  const admins = targets.filter(({ isAdmin }) => isAdmin)
  const users = targets.filter(({ isAdmin }) => !isAdmin)
  const forUsers = [
    ...(await reads.activeOf([...new Set(users.map(({ userId }) => userId))])).map(asActive),
    ...(await reads.changedFor([...earliestPerUser(users)].map(([userId, since]) => ({ userId, since })))),
  ]
  const earliest = earliestOf(admins)
  const forAdmins = [
    ...(admins.length > 0 ? (await reads.activeOf('everybody')).map(asActive) : []),
    ...(earliest === undefined ? [] : await reads.changedForAll(earliest)),
  ]
  const jobs = await reads.describe([...new Set([...forUsers, ...forAdmins].map(({ jobId }) => jobId))])

  const ofUser = groupByUser(forUsers)
  // Many tabs of one user reconnect at once, and thousands of clients after a restart: equal snapshots are made once.
  const snapshots = new Map<string, Buffer>()
  return ({ isAdmin, userId, since }) => {
    const key = `${isAdmin ? 'admin' : userId} ${since}`
    const text =
      snapshots.get(key) ?? Buffer.from(itemsText(isAdmin ? forAdmins : (ofUser.get(userId) ?? []), jobs, since, sentUpTo) + last)
    snapshots.set(key, text)
    return text
  }
}

const asActive = ({ jobId, userId }: { jobId: string; userId: string }): Item => ({ jobId, userId, changedIn: undefined })

function itemsText(items: readonly (Item | Change)[], jobs: Map<string, JobUpdate>, since: bigint | undefined, sentUpTo: bigint): string {
  const id = since ?? sentUpTo
  const included = items.filter(({ changedIn }) => changedIn === undefined || (since !== undefined && changedIn >= since))
  return [...new Set(included.map(({ jobId }) => jobId))]
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
    (earliest, { since }) => (since !== undefined && (earliest === undefined || since < earliest) ? since : earliest),
    undefined,
  )
