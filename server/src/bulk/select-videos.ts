import type { BulkFilter, BulkRequest } from '@video-forge/contract/bulk'
import { Failure } from '@video-forge/contract/errors'
import { bulkRules, isForTrash } from '@video-forge/contract/rules/bulk-rules'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import { likePattern } from '../platform/database/like-pattern.ts'
import { activeList, runningList } from '../platform/database/status-sql.ts'
import type { Tables } from '../platform/database/tables.ts'
import { unusedAv1 } from '../platform/database/unused-av1.ts'
import { isTallest, isUnused, largestWithVideo } from '../platform/database/unused-quality.ts'
import { isUuid } from '../platform/database/uuid.ts'
import { matchesFilter } from '../platform/database/video-filter.ts'
import { isInTrash } from '../platform/database/video-trash/trash-filter.ts'

export interface Person {
  userId: string
  isAdmin: boolean
}

/** Rows with the id, the label and the place of each video. */
type Selection = RawBuilder<{ id: string; label: string; place: string }>

/**
 * Stores the videos of a request as the items of its task, in the transaction that makes the task, so that later changes do not change
 * what is meant. Returns their number.
 */
export async function storeSelection(
  transaction: Transaction<Tables>,
  taskId: string,
  person: Person,
  request: BulkRequest,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into task_items (task_id, number, key, label, details)
    select ${taskId}::uuid, row_number() over (order by chosen.place), chosen.id, chosen.label, ${detailsOf(request.change)}
    from (select * from (${selectionOf(person, request)}) as all_of_them limit ${sql.lit(bulkRules.maxVideos + 1)}) as chosen
    on conflict (task_id, key) do nothing`.execute(transaction)
  const count = Number(numAffectedRows)
  if (count === 0) throw new Failure('CONFLICT', 'No video matches any more. Please choose again.')
  if (count > bulkRules.maxVideos) {
    const most = bulkRules.maxVideos.toLocaleString('en')
    throw new Failure('CONFLICT', `More than ${most} videos match. Please do it in parts, for instance by date.`)
  }
  await transaction.updateTable('tasks').set({ total: count }).where('id', '=', taskId).execute()
  return count
}

/**
 * Which quality is meant: once it is dropped, the next one is the tallest, and an item may be done again. As in the list, a version in AV1 that
 * nobody plays comes before the tallest quality in H.264.
 */
const detailsOf = (change: BulkRequest['change']): RawBuilder<unknown> =>
  change.action === 'drop-quality'
    ? sql`jsonb_build_object(
        'assetId', (select tall.id from assets as tall where tall.job_id = chosen.id::uuid and ${isTallest}),
        'reencodeId', (select unused.id from ${unusedAv1(change.unusedDays)} as unused where unused.job_id = chosen.id::uuid))`
    : sql`'{}'::jsonb`

function selectionOf(person: Person, { ids, filter, task, change }: BulkRequest): Selection {
  if (ids) return byIds(person, ids)
  if (task) return byTask(person, task)
  if (isForTrash(change.action)) return wholeTrash(person, filter)
  const isMeant = change.action === 'drop-quality' ? hasUnused(change.unusedDays) : sql`true`
  return filter?.everyone ? ofEverybody(filter, isMeant) : ofPerson(person, filter, isMeant)
}

/** Of all videos that match, those that the admin's list names: a report of a million others would help nobody. */
const hasUnused = (days: number) => sql`videos.id in (
  select tall.job_id from ${largestWithVideo} where ${isUnused(days)} union select job_id from ${unusedAv1(days)} as unused)`

/** A title is shown only to those who may change the video. */
function byIds({ userId, isAdmin }: Person, ids: readonly string[]): Selection {
  const isTheirs = (table: string) => sql`(${sql.ref(`${table}.user_id`)} = ${userId} or ${isAdmin})`
  return sql`
    select chosen.id::text as id, coalesce(videos.title, trashed_videos.title, chosen.id::text) as label, chosen.place
    from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
      left join videos on videos.id = chosen.id and ${isTheirs('videos')}
      left join trashed_videos on trashed_videos.id = chosen.id and ${isTheirs('trashed_videos')}`
}

const byTask = ({ userId }: Person, taskId: string): Selection => sql`
  select key as id, label, number as place from task_items join tasks on tasks.id = task_id
  where tasks.id = ${taskId} and tasks.user_id = ${userId} and tasks.kind = 'bulk' and task_items.status = 'done'`

const wholeTrash = ({ userId }: Person, filter: BulkFilter | undefined): Selection => sql`
  select id::text as id, title as label, row_number() over (order by deleted_at desc, id desc) as place
  from trashed_videos where ${isInTrash({ userId, everyone: filter?.everyone, search: filter?.search })}`

const newestFirst = sql`row_number() over (order by videos.created_at desc, videos.id desc) as place`

/** As in the list of a person's own videos: their jobs, and their uploads without one. */
const ofPerson = ({ userId }: Person, filter: BulkFilter | undefined, isMeant: RawBuilder<unknown>): Selection => sql`
  select videos.id::text as id, videos.title as label, ${newestFirst}
  from videos left join jobs on jobs.id = videos.id
  where videos.user_id = ${userId} and ${hasStatus(filter?.status)} and ${matchesFilter(filter ?? {})} and ${isMeant}`

/** As in the admin's list of jobs, which finds texts in the same places. */
const ofEverybody = (filter: BulkFilter, isMeant: RawBuilder<unknown>): Selection => sql`
  select videos.id::text as id, videos.title as label, ${newestFirst}
  from videos join jobs on jobs.id = videos.id
  where ${hasStatus(filter.status)} and ${matchesFilter(filter)} and ${filter.search ? matchesSearch(filter.search) : sql`true`} and ${isMeant}`

function hasStatus(status: BulkFilter['status']): RawBuilder<unknown> {
  if (status === undefined) return sql`true`
  if (status === 'DRAFT') return sql`jobs.id is null`
  if (status === 'ACTIVE') return sql`jobs.status in ${activeList}`
  return status === 'RUNNING' ? sql`jobs.status in ${runningList}` : sql`jobs.status = ${status}`
}

/** The list looks for short texts in the names of owners only. */
const minTextLength = 3

function matchesSearch(search: string): RawBuilder<unknown> {
  const pattern = likePattern(search)
  const asId = isUuid(search.toLowerCase()) ? search : null
  const inText = search.length < minTextLength ? sql`false` : sql`videos.title ilike ${pattern} or jobs.input_source ilike ${pattern}`
  return sql`(${inText} or jobs.id = ${asId}::uuid
    or jobs.user_id in (select id from users where email ilike ${pattern} or username ilike ${pattern}))`
}
