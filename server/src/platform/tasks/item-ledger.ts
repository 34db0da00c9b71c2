import { Failure } from '@video-forge/contract/errors'
import { taskRules } from '@video-forge/contract/rules/task-rules'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { LeaseLost, type TaskLease } from './lease-task.ts'
import type { Item, NewItem } from './task-kind.ts'

export interface StartedItem extends Item<unknown> {
  /** How often it was started, this time included. */
  attempts: number
}

/** Stores a batch of a listing, and from where it continues. */
export const addItems = (db: Db, lease: TaskLease, items: readonly NewItem<unknown>[], listedTo: unknown): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const task = await transaction
      .selectFrom('tasks')
      .select('total')
      .where('id', '=', lease.taskId)
      .where('lease', '=', lease.id)
      .forUpdate()
      .executeTakeFirst()
    if (!task) throw new LeaseLost()
    const { rows } = await sql<{ number: number }>`
      insert into task_items (task_id, number, key, label, details)
      select ${lease.taskId}, (select coalesce(max(number), 0) from task_items where task_id = ${lease.taskId}) + place, key, label, details
      from unnest(${items.map(({ key }) => key)}::text[], ${items.map(({ label }) => label)}::text[],
        ${items.map(({ details }) => JSON.stringify(details))}::jsonb[]) with ordinality as item (key, label, details, place)
      on conflict (task_id, key) do nothing returning number`.execute(transaction)
    const total = task.total + rows.length
    if (total > taskRules.maxItems)
      throw new Failure('CONFLICT', `This has more than ${taskRules.maxItems.toLocaleString('en')} items. Please do it in parts.`)
    await transaction
      .updateTable('tasks')
      .set({ total, listed_to: JSON.stringify(listedTo ?? null), ...(rows.length > 0 && { lease_count: 1 }) })
      .where('id', '=', lease.taskId)
      .execute()
  })

export async function endListing(db: Db, lease: TaskLease): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ status: 'running', listed_to: null })
    .where('id', '=', lease.taskId)
    .where('lease', '=', lease.id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

/** The next waiting item; undefined when there is none. */
export async function startItem(db: Db, { taskId, id }: TaskLease): Promise<StartedItem | undefined> {
  const { rows } = await sql<StartedItem>`
    update task_items set status = 'running', attempts = attempts + 1
    where task_id = ${taskId} and exists (select from tasks where id = ${taskId} and lease = ${id}) and number = (
      select number from task_items where task_id = ${taskId} and status = 'waiting' order by number limit 1 for update skip locked)
    returning number, key, label, details, video_id as "videoId", attempts`.execute(db)
  return rows[0]
}

const running = (db: Db, { taskId, id }: TaskLease, number: number) =>
  db
    .updateTable('task_items')
    .where('task_id', '=', taskId)
    .where('number', '=', number)
    .where('status', '=', 'running')
    .where(({ exists, selectFrom }) => exists(selectFrom('tasks').select('id').where('id', '=', taskId).where('lease', '=', id)))

/** Not an attempt: the process stops. */
export const returnItem = (db: Db, lease: TaskLease, { number }: StartedItem) =>
  running(db, lease, number).set({ status: 'waiting', attempts: sql<number>`attempts - 1` }).execute()

export const countAttempt = (db: Db, lease: TaskLease, { number }: StartedItem) =>
  running(db, lease, number).set({ attempts: sql<number>`attempts + 1` }).execute()

export async function keepKnown(
  db: Db,
  lease: TaskLease,
  { number }: Item<unknown>,
  { videoId, details }: { videoId?: string; details?: unknown },
): Promise<void> {
  const { numUpdatedRows } = await running(db, lease, number)
    .set({ ...(videoId !== undefined && { video_id: videoId }), ...(details !== undefined && { details: JSON.stringify(details) }) })
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new LeaseLost()
}

interface Ending {
  status: 'done' | 'skipped' | 'failed'
  videoId?: string | undefined
  reason?: string | undefined
}

/** Stores the result of an item together with the counts of its task. */
export async function endItem(
  db: Db,
  { taskId, id }: TaskLease,
  { number }: StartedItem,
  { status, videoId, reason }: Ending,
): Promise<void> {
  const { numAffectedRows } = await sql`
    with task as (
      update tasks set ${sql.ref(status)} = ${sql.ref(status)} + 1, lease_count = 1 where id = ${taskId} and lease = ${id} returning id
    )
    update task_items set status = ${status}, reason = ${reason ?? null}, video_id = coalesce(${videoId ?? null}::uuid, video_id)
    from task where task_id = task.id and number = ${number}`.execute(db)
  if (numAffectedRows === 0n) throw new LeaseLost()
}
