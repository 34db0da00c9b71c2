import type { TaskKindName, TaskStatus } from '@video-forge/contract/rules/task-rules'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { newId } from '../database/new-id.ts'

/** Seconds. A worker renews its lease several times in it. */
const leaseSeconds = 30
const postponedSeconds = 5
/** A task whose workers were killed this often, without getting any further, is given up. */
const maxLeases = 5

export interface TaskLease {
  taskId: string
  userId: string
  kind: TaskKindName
  id: string
  status: TaskStatus
  request: unknown
  listedTo: unknown
}

/** Another worker has the task, or it was cancelled or removed. */
export class LeaseLost extends Error {}

const until = sql<Date>`now() + make_interval(secs => ${sql.lit(leaseSeconds)})`

/** Takes the next task. Those of a person run one after the other for each kind, in their order. */
export async function leaseTask(db: Db, kinds: readonly TaskKindName[]): Promise<TaskLease | undefined> {
  const id = newId()
  const { rows } = await sql<Omit<TaskLease, 'id'> & { leaseCount: number }>`
    update tasks set lease = ${id}, leased_until = ${until}, lease_count = lease_count + 1
    where id = (
      select id from tasks as next
      where ended_at is null and kind = any(${kinds}) and (leased_until is null or leased_until < now())
        and not exists (
          select from tasks as earlier
          where earlier.user_id = next.user_id and earlier.kind = next.kind and earlier.ended_at is null and earlier.id < next.id)
      order by id limit 1 for update skip locked)
    returning id as "taskId", user_id as "userId", kind, status, request, listed_to as "listedTo", lease_count as "leaseCount"`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { leaseCount, ...task } = row
  const lease = { ...task, id }
  if (leaseCount > maxLeases) {
    await endTask(db, lease, 'failed', 'This was stopped several times without getting any further. Please try it again later.')
    return leaseTask(db, kinds)
  }
  await db
    .updateTable('task_items')
    .set({ status: 'waiting' })
    .where('task_id', '=', lease.taskId)
    .where('status', '=', 'running')
    .execute()
  return lease
}

const held = (db: Db, { taskId, id }: TaskLease) => db.updateTable('tasks').where('id', '=', taskId).where('lease', '=', id)

export const renewLease = async (db: Db, lease: TaskLease): Promise<void> => {
  const { numUpdatedRows } = await held(db, lease).set({ leased_until: until }).executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** For another worker, or for this one after its restart. */
export const returnLease = (db: Db, lease: TaskLease) =>
  held(db, lease).set({ lease: null, leased_until: null, lease_count: sql<number>`lease_count - 1` }).execute()

/** Not an attempt: the task waits for jobs of its person, and occupies no worker meanwhile. */
export const postponeTask = (db: Db, lease: TaskLease) =>
  held(db, lease)
    .set({
      lease: null,
      leased_until: sql<Date>`now() + make_interval(secs => ${sql.lit(postponedSeconds)})`,
      lease_count: sql<number>`lease_count - 1`,
    })
    .execute()

/** After an error: the task waits, longer each time. */
export const delayTask = (db: Db, lease: TaskLease) =>
  held(db, lease).set({ lease: null, leased_until: sql<Date>`now() + make_interval(secs => 5 * lease_count * lease_count)` }).execute()

export const endTask = (db: Db, lease: TaskLease, status: 'completed' | 'failed', message: string | null) =>
  held(db, lease).set({ status, message, ended_at: new Date(), lease: null, leased_until: null }).execute()
