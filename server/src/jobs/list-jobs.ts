import type { draftChoices, Job } from '@video-forge/contract/jobs'
import { activeStatuses, type JobGroup, type JobStatus, jobStatuses, runningStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sql } from 'kysely'
import { encodeCursor, pageOf, parseCursor } from '../platform/database/cursor.ts'
import type { Db } from '../platform/database/database.ts'
import { isEmptyFilter, matchesFilter, type VideoFilter } from '../platform/database/video-filter.ts'
import { describeJob, selectJobs, type ThumbnailOf } from './describe-job.ts'
import { countDrafts, isDraftCursor, listDrafts, noDrafts } from './list-drafts.ts'

export interface JobQuery extends VideoFilter {
  status?: JobStatus | JobGroup | undefined
  sort: 'newest' | 'oldest' | 'status' | 'progress'
  limit: number
  cursor?: string | undefined
  drafts?: (typeof draftChoices)[number]
}

/** Each sort is a column with a direction; the id breaks ties. */
const orders = {
  newest: { key: sql`jobs.created_at`, type: sql`timestamptz`, keyType: 'time', direction: 'desc' },
  oldest: { key: sql`jobs.created_at`, type: sql`timestamptz`, keyType: 'time', direction: 'asc' },
  status: { key: sql`jobs.status`, type: sql`text`, keyType: 'text', direction: 'asc' },
  progress: { key: sql`jobs.progress`, type: sql`real`, keyType: 'number', direction: 'desc' },
} as const

function statusesOf(status: JobQuery['status']): readonly JobStatus[] {
  if (status === undefined) return jobStatuses
  if (status === 'ACTIVE') return activeStatuses
  return status === 'RUNNING' ? runningStatuses : [status]
}

type PlainQuery = Omit<JobQuery, 'drafts'>

/** Pages of jobs, and of drafts before them if they are asked for. Keyset pagination: every page costs the same. */
export async function listJobs(db: Db, thumbnailOf: ThumbnailOf, userId: string, { drafts = 'none', ...query }: JobQuery) {
  const { limit, cursor } = query
  if (drafts === 'none') return { ...(await readJobs(db, thumbnailOf, userId, query)), drafts: [], draftTotal: 0 }
  const filter = filterOf(query)
  const draftTotal = await countDrafts(db, userId, filter)
  const isPastDrafts = drafts === 'first' && cursor !== undefined && !isDraftCursor(cursor)
  const page = isPastDrafts ? noDrafts : await listDrafts(db, thumbnailOf, userId, { limit, cursor, filter })
  if (drafts === 'only') return { ...page, jobs: [], total: 0, draftTotal }
  const jobs = await readJobs(db, thumbnailOf, userId, {
    ...query,
    // A page that drafts fill still asks for one job, to know whether any follow.
    limit: Math.max(1, limit - page.drafts.length),
    cursor: isPastDrafts ? cursor : undefined,
  })
  if (page.nextCursor === null && page.drafts.length < limit) return { ...jobs, drafts: page.drafts, draftTotal }
  const nextCursor = page.nextCursor ?? (jobs.total > 0 ? page.endCursor : null)
  return { jobs: [], total: jobs.total, drafts: page.drafts, draftTotal, nextCursor }
}

const filterOf = ({ q, tag, visibility, before, after }: VideoFilter): VideoFilter => ({ q, tag, visibility, before, after })

async function readJobs(db: Db, thumbnailOf: ThumbnailOf, userId: string, { status, sort, limit, cursor, ...query }: PlainQuery) {
  const filter = filterOf(query)
  const { key, type, keyType, direction } = orders[sort]
  const cursorShape = { sort, keys: [keyType] }
  const order = sql.raw(direction)
  const statuses = statusesOf(status)
  const after = cursor === undefined ? undefined : parseCursor(cursorShape, cursor)
  const sign = sql.raw(direction === 'desc' ? '<' : '>')
  const rows = await selectJobs(db)
    .select(sql<string>`${key}::text`.as('sort_key'))
    .where('jobs.user_id', '=', userId)
    .where('jobs.status', 'in', statuses)
    .where(matchesFilter(filter))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(${key}, jobs.id) ${sign} (${after?.values[0]}::${type}, ${after?.id}::uuid)`),
    )
    .orderBy(sql`${key} ${order}, jobs.id ${order}`)
    .limit(limit + 1)
    .execute()
  const { total } = await db
    .selectFrom('jobs')
    .select(sql<string>`count(*)`.as('total'))
    .where('user_id', '=', userId)
    .where('status', 'in', statuses)
    // Without a filter an index has the answer.
    .$if(!isEmptyFilter(filter), (counted) =>
      counted.where(({ exists, selectFrom }) =>
        exists(selectFrom('videos').select('videos.id').whereRef('videos.id', '=', 'jobs.id').where(matchesFilter(filter))),
      ),
    )
    .executeTakeFirstOrThrow()
  const { page, nextCursor } = pageOf(rows, limit, (last) => encodeCursor(cursorShape, [last.sort_key], last.id))
  return { jobs: page.map((row) => describeJob(row, thumbnailOf, userId)) satisfies Job[], total: Number(total), nextCursor }
}

/** Counts per status, zeros included, and the number of drafts. */
export async function countJobs(db: Db, userId: string): Promise<Record<JobStatus, number> & { total: number; drafts: number }> {
  const rows = await db
    .selectFrom('jobs')
    .select(['status', sql<string>`count(*)`.as('count')])
    .where('user_id', '=', userId)
    .groupBy('status')
    .execute()
  const counts = { PENDING: 0, DOWNLOADING: 0, PROCESSING: 0, UPLOADING: 0, COMPLETED: 0, FAILED: 0, CANCELLED: 0, total: 0, drafts: 0 }
  for (const { status, count } of rows) {
    counts[status] = Number(count)
    counts.total += Number(count)
  }
  counts.drafts = await countDrafts(db, userId)
  return counts
}
