import type { AdminTranscription } from '@video-forge/contract/admin/admin-captions'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import { languageToMake, type SpeechSettings } from './transcription-handlers.ts'
import { cancelTranscription, noRequest, writeRequest } from './transcriptions.ts'

type AdminKeys = 'GET /admin/captions' | 'POST /admin/captions/{id}/cancel' | 'POST /admin/captions/{id}/retry'

interface AdminAction {
  actorId: string
  action: 'captions.cancel' | 'captions.retry'
  target: string
  details: { id: string }
}

interface AdminDeps extends SpeechSettings {
  /** Writes the audit entry of an action, in the transaction of the action itself. */
  record: (transaction: Transaction<Tables>, action: AdminAction) => Promise<void>
}

/** What admins see of, and do with, the automatic captions of everybody. */
export function transcriptionAdminHandlers({ record, ...settings }: AdminDeps): Handlers<AdminKeys> {
  const { db } = settings
  return {
    'GET /admin/captions': async ({ query }) => ({ transcriptions: await listAll(db, query.limit), counts: await countAll(db) }),

    'POST /admin/captions/{id}/cancel': async ({ params: { id }, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const { title } = await requireRequest(transaction, id)
        await cancelTranscription(transaction, id)
        await record(transaction, { actorId: caller.userId, action: 'captions.cancel', target: title, details: { id } })
      })
      return { result: { id } }
    },

    'POST /admin/captions/{id}/retry': async ({ params: { id }, caller }) => {
      await db.transaction().execute(async (transaction) => {
        const { title, status, user_id: userId, language } = await requireRequest(transaction, id)
        if (status !== 'failed') throw new Failure('CONFLICT', 'These captions are already being made.')
        await writeRequest(transaction, { videoId: id, userId, language: await languageToMake(settings, id, language) })
        await record(transaction, { actorId: caller.userId, action: 'captions.retry', target: title, details: { id } })
      })
      return { result: { id } }
    },
  }
}

/** Locked, so that nobody changes it meanwhile. */
async function requireRequest(transaction: Transaction<Tables>, id: string) {
  const request = await transaction
    .selectFrom('transcriptions')
    .innerJoin('videos', 'videos.id', 'transcriptions.video_id')
    .select(['videos.title', 'transcriptions.status', 'transcriptions.user_id', 'transcriptions.language'])
    .where('transcriptions.video_id', '=', id)
    .forUpdate('transcriptions')
    .executeTakeFirst()
  if (request) return request
  const video = await transaction.selectFrom('videos').select('id').where('id', '=', id).executeTakeFirst()
  throw new Failure('NOT_FOUND', video ? noRequest : sentences.videoNotFound)
}

/** Each status has an index in its order, so none of the lists reads more than it shows. */
async function listAll(db: Db, limit: number): Promise<AdminTranscription[]> {
  const { rows } = await sql<AdminTranscription & { created: Date }>`
    with listed as (
      (select *, 1 as place from transcriptions where status = 'running' limit ${limit})
      union all (select *, 2 from transcriptions where status <> 'failed' and status = 'waiting' order by created_at limit ${limit})
      union all (select *, 3 from transcriptions where status = 'failed' order by created_at desc limit ${limit})
    )
    select listed.video_id as id, videos.title, users.username, users.email as user_email, listed.created_at as created,
      listed.status, listed.progress, listed.language, listed.message
    from listed join videos on videos.id = listed.video_id join users on users.id = videos.user_id
    order by place, case when place = 3 then null else listed.created_at end, listed.created_at desc limit ${limit}`.execute(db)
  return rows.map(({ created, ...row }) => ({ ...row, created_at: created.toISOString() }))
}

async function countAll(db: Db): Promise<{ running: number; waiting: number; failed: number }> {
  const { rows } = await sql<{ status: 'running' | 'waiting' | 'failed'; count: string }>`
    select status, count(*) from transcriptions group by status`.execute(db)
  const counts = { running: 0, waiting: 0, failed: 0 }
  for (const { status, count } of rows) counts[status] = Number(count)
  return counts
}
