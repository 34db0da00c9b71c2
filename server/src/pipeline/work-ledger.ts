import { activeStatuses, runningStatuses } from '@video-forge/contract/rules/job-lifecycle'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/lock-user.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { Claim, Ledger } from './ledger.ts'

/** Rejects when a person keeps more than they may. Asked once the new files are written down, under the person's lock. */
type MayKeep = (transaction: Transaction<Tables>, userId: string) => Promise<void>

/** The jobs table as workers write it. Each write names its take, so one that was overtaken or cancelled changes nothing. */
export function createWorkLedger(db: Db, mayKeep: MayKeep = async () => {}): Ledger {
  const mine = (connection: Db | Transaction<Tables>, { id, take }: Claim) =>
    connection.updateTable('jobs').where('id', '=', id).where('takes', '=', take).where('status', 'in', runningStatuses)

  /**
   * Writes files down if their owner may keep them. The owner is locked first, as by whoever makes a job: two jobs that end at once must
   * not share the last of a quota.
   */
  const keeping = (claim: Claim, write: (transaction: Transaction<Tables>) => Promise<boolean>): Promise<boolean> =>
    db.transaction().execute(async (transaction) => {
      const job = await transaction.selectFrom('jobs').select('user_id').where('id', '=', claim.id).executeTakeFirst()
      if (!job) return false
      await lockUser(transaction, job.user_id)
      if (!(await write(transaction))) return false
      await mayKeep(transaction, job.user_id)
      return true
    })

  return {
    async claim(id) {
      const row = await db
        .updateTable('jobs')
        .from('videos')
        .set({
          status: 'DOWNLOADING',
          stage: 'Fetching the source',
          attempts: sql`jobs.attempts + 1`,
          takes: sql`jobs.takes + 1`,
          started_at: sql<Date>`coalesce(jobs.started_at, now())`,
          updated_at: new Date(),
        })
        .where('jobs.id', '=', id)
        .whereRef('videos.id', '=', 'jobs.id')
        .where('jobs.status', 'in', activeStatuses)
        .returning(['jobs.attempts', 'jobs.takes', 'jobs.input_source', 'jobs.output_formats', 'videos.original_key'])
        .returning(sql<number>`coalesce((select useful_attempt from job_splits where job_id = jobs.id), 0)`.as('useful'))
        .executeTakeFirst()
      if (!row) return undefined
      const { attempts: attempt, takes: take, input_source: inputSource, output_formats: outputFormats, original_key: originalKey } = row
      return { id, attempt, take, usefulAttempt: row.useful, inputSource, outputFormats, originalKey }
    },

    async report(claim, now) {
      const { numUpdatedRows } = await mine(db, claim)
        .set({
          status: now.status,
          progress: sql`greatest(progress, ${now.progress}::real)`,
          stage: now.stage,
          eta_seconds: now.etaSeconds,
          renditions: sql<string>`furthest_renditions(renditions, ${JSON.stringify(now.renditions)}::jsonb)`,
          updated_at: new Date(),
        })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async keepOriginal(claim, key, size) {
      return keeping(claim, async (transaction) => {
        const { numUpdatedRows } = await mine(transaction, claim).set({ updated_at: new Date() }).executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction.updateTable('videos').set({ original_key: key, waiting_bytes: size }).where('id', '=', claim.id).execute()
        return true
      })
    },

    async noteSource(claim, source) {
      const { duration, width, height, videoCodec: video_codec, audioCodec: audio_codec, originalMime: original_mime } = source
      return db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await mine(transaction, claim).set({ updated_at: new Date() }).executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction
          .updateTable('videos')
          .set({ duration, width, height, video_codec, audio_codec, original_mime, ...(original_mime && { status: 'uploaded' }) })
          .where('id', '=', claim.id)
          .execute()
        return true
      })
    },

    async keepPlan(claim, plan) {
      const { numUpdatedRows } = await mine(db, claim)
        .set({ plan: JSON.stringify(plan) })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async note(claim, line) {
      await sql`
        insert into job_events (job_id, kind, attempt, status, note)
        select id, 'note', ${claim.attempt}, status, ${line} from jobs where id = ${claim.id}`.execute(db)
    },

    async isPublished({ id, take }) {
      // Waits for a commit that is still under way: its answer may have been lost on the way to us.
      const row = await db.selectFrom('jobs').select(['status', 'takes']).where('id', '=', id).forUpdate().executeTakeFirst()
      return row?.status === 'COMPLETED' && row.takes === take
    },

    async publish(claim, made) {
      return keeping(claim, async (transaction) => {
        const finished = { stage: null, eta_seconds: 0, error_text: null, error_cause: null, error_detail: null, finished_at: new Date() }
        const { numUpdatedRows } = await mine(transaction, claim)
          .set({ ...finished, status: 'COMPLETED', progress: 100, notes: [...made.notes], updated_at: new Date() })
          .executeTakeFirst()
        if (numUpdatedRows === 0n) return false
        await transaction
          .insertInto('assets')
          .values(
            made.assets.map(({ type, key, filename, contentType, size, width, height, details }) => ({
              id: newId(),
              job_id: claim.id,
              asset_type: type,
              storage_key: key,
              filename,
              content_type: contentType,
              file_size: size,
              width,
              height,
              details: JSON.stringify(details),
            })),
          )
          .execute()
        await transaction.updateTable('videos').set({ status: 'ready', updated_at: new Date() }).where('id', '=', claim.id).execute()
        return true
      })
    },

    async fail(claim, failure) {
      const { numUpdatedRows } = await mine(db, claim)
        .set({
          status: 'FAILED',
          stage: null,
          eta_seconds: null,
          error_cause: failure.cause,
          error_text: failure.sentence,
          error_detail: failure.detail ?? null,
          finished_at: new Date(),
          updated_at: new Date(),
        })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },

    async usefulAttempt({ id }) {
      const row = await db.selectFrom('job_splits').select('useful_attempt').where('job_id', '=', id).executeTakeFirst()
      return row?.useful_attempt ?? 0
    },

    async handBack(claim, { counts }) {
      const { numUpdatedRows } = await mine(db, claim)
        .set({
          status: 'PENDING',
          stage: 'Waiting',
          eta_seconds: null,
          attempts: counts ? claim.attempt : claim.attempt - 1,
          queued_at: null,
          updated_at: new Date(),
        })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
  }
}
