import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { TaskItemStatus, TaskKindName } from '@video-forge/contract/rules/task-rules'
import type { Task, TaskItem } from '@video-forge/contract/tasks'
import { type Selectable, sql } from 'kysely'
import { badCursor, pageOf, parseIdCursor } from '../database/cursor.ts'
import type { Db } from '../database/database.ts'
import type { TasksTable } from '../database/tables/task-tables.ts'

const columns = ['id', 'kind', 'title', 'status', 'total', 'done', 'skipped', 'failed', 'message', 'created_at', 'ended_at'] as const

const taskNotFound = () => new Failure('NOT_FOUND', 'There is no such task.')

const describeTask = (row: Pick<Selectable<TasksTable>, (typeof columns)[number]>): Task => ({
  id: row.id,
  kind: row.kind,
  title: row.title,
  status: row.status,
  counts: { total: row.total, done: row.done, skipped: row.skipped, failed: row.failed },
  message: row.message,
  createdAt: row.created_at.toISOString(),
  endedAt: row.ended_at?.toISOString() ?? null,
})

/** The person is part of the query, so that the task of somebody else is not found. */
const ownTasks = (db: Db, userId: string) => db.selectFrom('tasks').select(columns).where('user_id', '=', userId)

export async function readTask(db: Db, userId: string, id: string, kind?: TaskKindName): Promise<Task> {
  const row = await ownTasks(db, userId)
    .where('id', '=', id)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as TaskKindName))
    .executeTakeFirst()
  if (!row) throw taskNotFound()
  return describeTask(row)
}

interface Page {
  limit: number
  cursor?: string | undefined
}

export async function listTasks(db: Db, userId: string, { kind, limit, cursor }: Page & { kind?: TaskKindName | undefined }) {
  const rows = await ownTasks(db, userId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind as TaskKindName))
    .$if(cursor !== undefined, (query) => query.where('id', '<', parseIdCursor(cursor as string)))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = pageOf(rows, limit, (last) => last.id)
  return { tasks: page.map(describeTask), nextCursor }
}

/** The title that an import has found for an item without a video. */
const foundTitle = sql<string | null>`
  case when task_items.video_id is null and tasks.kind = 'import' then nullif(left(task_items.details ->> 'title', ${sql.lit(limits.titleMaxLength)}), '') end`

/** The video of an item. One that was imported and has another owner by now is nothing of the importer any more; a bulk change of an admin is about such. */
const ownVideoId = sql<string | null>`
  case when tasks.kind = 'import' and exists (select from videos as other where other.id = task_items.video_id and other.user_id <> tasks.user_id)
    then null else task_items.video_id end`

/** The items of a task that the caller may read. A video that has another owner by now is not named: the title may be a new one. */
export async function listItems(
  db: Db,
  taskId: string,
  { status, limit, cursor }: Page & { status?: TaskItemStatus | undefined },
): Promise<{ items: TaskItem[]; nextCursor: string | null }> {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw badCursor()
  const rows = await db
    .selectFrom('task_items')
    .innerJoin('tasks', 'tasks.id', 'task_items.task_id')
    .leftJoin('videos', (join) => join.onRef('videos.id', '=', 'task_items.video_id').onRef('videos.user_id', '=', 'tasks.user_id'))
    .select([
      'number',
      'label',
      'task_items.status',
      'reason',
      ownVideoId.as('video_id'),
      sql<string | null>`coalesce(videos.title, ${foundTitle})`.as('title'),
    ])
    .where('task_id', '=', taskId)
    .$if(status !== undefined, (query) => query.where('task_items.status', '=', status as TaskItemStatus))
    .where('number', '>', Number(cursor ?? 0))
    .orderBy('number')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = pageOf(rows, limit, (last) => String(last.number))
  const describe = (row: (typeof page)[number]): TaskItem => ({
    ...{ source: row.label, status: row.status, reason: row.reason },
    ...{ videoId: row.video_id, videoTitle: row.title },
  })
  return { items: page.map(describe), nextCursor }
}

/** The worker that has it notices when it renews its lease. */
export async function cancelTask(db: Db, userId: string, id: string, kind?: TaskKindName): Promise<Task> {
  await readTask(db, userId, id, kind)
  const { numUpdatedRows } = await db
    .updateTable('tasks')
    .set({ status: 'cancelled', ended_at: new Date(), lease: null, leased_until: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Failure('CONFLICT', 'This has ended already.')
  return readTask(db, userId, id)
}
