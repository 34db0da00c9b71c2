import { Failure } from '@video-forge/contract/errors'
import type { AccountExport } from '@video-forge/contract/exports'
import { exportRules, exportSentences } from '@video-forge/contract/rules/export-rules'
import { hasEnded, type TaskStatus } from '@video-forge/contract/rules/task-rules'
import { sql } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { createTaskIn } from '../platform/tasks/create-task.ts'
import { cancelTask } from '../platform/tasks/read-tasks.ts'
import type { ExportLinks } from './export-links.ts'

type ExportKeys = 'GET /account/exports' | 'POST /account/exports' | 'GET /account/exports/{id}' | 'DELETE /account/exports/{id}'

interface HandlerDeps {
  db: Db
  links: ExportLinks
}

const exportNotFound = () => new Failure('NOT_FOUND', 'There is no such export.')

export function exportHandlers({ db, links }: HandlerDeps): Handlers<ExportKeys> {
  const readOne = async (userId: string, id: string, origin: string): Promise<AccountExport> => {
    const row = await ownExports(db, userId).where('exports.id', '=', id).executeTakeFirst()
    if (!row) throw exportNotFound()
    return describeExport(row, links, origin)
  }
  return {
    'GET /account/exports': async ({ caller, facts }) => {
      const rows = await ownExports(db, caller.userId).orderBy('exports.id', 'desc').execute()
      return { exports: rows.map((row) => describeExport(row, links, facts.origin)), size: await accountSize(db, caller.userId) }
    },

    'POST /account/exports': async ({ body, caller: { userId }, facts }) => ({
      export: await readOne(userId, await createExport(db, userId, body.renditions), facts.origin),
    }),

    'GET /account/exports/{id}': async ({ params, caller, facts }) => ({ export: await readOne(caller.userId, params.id, facts.origin) }),

    'DELETE /account/exports/{id}': async ({ params: { id }, caller: { userId } }) => {
      const { numDeletedRows } = await db.deleteFrom('exports').where('id', '=', id).where('user_id', '=', userId).executeTakeFirst()
      if (numDeletedRows === 0n) throw exportNotFound()
      // One that has ended stays as a report.
      await cancelTask(db, userId, id, 'export').catch(() => {})
      return { result: { id } }
    },
  }
}

/** The person is part of the query, so that the export of somebody else is not found. */
const ownExports = (db: Db, userId: string) =>
  db
    .selectFrom('exports')
    .innerJoin('tasks', 'tasks.id', 'exports.id')
    .select(['exports.id', 'folder', 'has_renditions', 'bytes', 'expires_at', 'outdated_at', 'exports.created_at', 'tasks.status'])
    .where('exports.user_id', '=', userId)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', new Date())]))

interface ExportRow {
  id: string
  folder: string
  has_renditions: boolean
  bytes: string | null
  expires_at: Date | null
  outdated_at: Date | null
  created_at: Date
  status: TaskStatus
}

export const filenameOf = ({ folder }: { folder: string }): string => `${folder}.tar`

function describeExport(row: ExportRow, links: ExportLinks, origin: string): AccountExport {
  const status = statusOf(row)
  return {
    id: row.id,
    status,
    hasRenditions: row.has_renditions,
    bytes: row.bytes === null ? null : Number(row.bytes),
    filename: filenameOf(row),
    downloadUrl: status === 'ready' && row.expires_at ? origin + links.pathOf(row.id, filenameOf(row), row.expires_at) : null,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}

function statusOf({ bytes, outdated_at, status }: ExportRow): AccountExport['status'] {
  if (outdated_at) return 'outdated'
  if (bytes !== null) return 'ready'
  return hasEnded(status) ? 'failed' : 'preparing'
}

/** The task and the export in one transaction, in which the person is locked: many calls at once keep the limits. */
const createExport = (db: Db, userId: string, hasRenditions: boolean): Promise<string> =>
  db.transaction().execute(async (transaction) => {
    const id = await createTaskIn(transaction, { userId, kind: 'export', title: 'Export of your account', request: {} })
    const rows = await ownExports(transaction, userId).execute()
    if (rows.some((row) => statusOf(row) === 'preparing')) throw new Failure('CONFLICT', exportSentences.underway)
    if (rows.length >= exportRules.maxKept) throw new Failure('CONFLICT', exportSentences.tooMany)
    const { username } = await transaction.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirstOrThrow()
    const folder = `video-forge-${username.replaceAll(/[^\w.-]/g, '_')}-${new Date().toISOString().slice(0, 10)}`
    await transaction.insertInto('exports').values({ id, user_id: userId, folder, has_renditions: hasRenditions }).execute()
    return id
  })

async function accountSize(db: Db, userId: string) {
  const { rows } = await sql<{ videos: string; waiting: string; originals: string; renditions: string }>`
    select videos.count as videos, videos.waiting, assets.originals, assets.renditions from
      (select count(*), coalesce(sum(waiting_bytes), 0) as waiting from videos where user_id = ${userId}) as videos,
      (select coalesce(sum(file_size) filter (where asset_type = 'ORIGINAL'), 0) as originals,
        coalesce(sum(file_size) filter (where asset_type like 'TRANSCODE%'), 0) as renditions
        from assets join jobs on jobs.id = job_id where user_id = ${userId}) as assets`.execute(db)
  const { videos = 0, waiting = 0, originals = 0, renditions = 0 } = rows[0] ?? {}
  return { videoCount: Number(videos), originalBytes: Number(originals) + Number(waiting), renditionBytes: Number(renditions) }
}
