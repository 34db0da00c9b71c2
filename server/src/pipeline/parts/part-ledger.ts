import { runningStatuses } from '@video-forge/contract/rules/job-lifecycle'
import type { Segment } from '@video-forge/media/planning/part-plan'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { PartOutcome, PartRecipe, StoredCheckpoint } from '../../platform/database/tables.ts'
import type { Claim } from '../ledger.ts'

/** One take of a part by a worker, with what earlier takes have finished of it. */
export interface PartClaim {
  jobId: string
  number: number
  /** The fence: after a later take, or once the job is parted anew, nothing of this one counts any more. */
  take: number
  split: string
  /** Null for everything but the pictures. */
  segment: Segment | null
  checkpoints: StoredCheckpoint[]
  recipe: PartRecipe
  /** Where this take may put files; nobody else does. */
  folder: string
  originalKey: string
}

export interface Part {
  number: number
  segment: Segment | null
  weight: number
  state: 'waiting' | 'working' | 'done' | 'failed'
  done: number
  /** Its worker has not been heard of for a while, or has lost the job. */
  isStale: boolean
  checkpoints: StoredCheckpoint[]
  outcome: PartOutcome | null
}

export interface PartLedger {
  /** Undefined where the job is not parted, or not by a version whose parts this one can go on with. */
  recipeOf(jobId: string): Promise<PartRecipe | undefined>
  /** Parts the job; false when the claim no longer holds. */
  split(claim: Claim, folder: string, recipe: PartRecipe, parts: readonly { segment: Segment | null; weight: number }[]): Promise<boolean>
  /** The parts are given up: the job is made in one piece. */
  unsplit(claim: Claim): Promise<void>
  parts(jobId: string): Promise<Part[]>
  /** How far each part is, without the pieces, of which a long video has thousands. */
  shares(jobId: string): Promise<{ weight: number; done: number }[]>
  /** For who leads the job, or helps. Undefined when somebody else has it, or when there is nothing to do for it any more. */
  take(jobId: string, number: number, leader?: Claim): Promise<PartClaim | undefined>
  /** Says that the taker lives, and how far it is; false when the part is no longer its own. */
  beat(claim: PartClaim, done: number): Promise<boolean>
  saveCheckpoint(claim: PartClaim, checkpoint: StoredCheckpoint): Promise<boolean>
  finish(claim: PartClaim, outcome: PartOutcome): Promise<boolean>
  /** Back in line, with the pieces that are finished. */
  handBack(claim: PartClaim): Promise<void>
  /** It can't be made: the job has to be made in one piece. */
  fail(claim: PartClaim): Promise<void>
  /** Something of a finished part is lost: it is open again, with its first pieces. */
  reopen(claim: Claim, number: number, checkpoints: number): Promise<void>
}

/**
 * Raised with every change after which a worker would make other pictures, or fewer, of the same facts and formats than one of the version before:
 * during an upgrade each makes parts of its own kind only, and a job that the other kind has left begins anew.
 */
const recipeVersion = 2

/** A taker tells twice a second that it lives. One that has not for so long has died, hangs or is cut off, and another may take over. */
const silentAfter = '12 seconds'

export function createPartLedger(db: Db): PartLedger {
  const mine = ({ jobId, number, take, split }: PartClaim) =>
    db
      .updateTable('job_parts')
      .where('job_id', '=', jobId)
      .where('number', '=', number)
      .where('take', '=', take)
      .where('state', '=', 'working')
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('job_splits').select('folder').whereRef('job_splits.job_id', '=', 'job_parts.job_id').where('folder', '=', split),
        ),
      )
  const isOne = ({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean => numUpdatedRows === 1n
  const now = sql<Date>`now()`
  /** By a taker that fell silent, or by who led the job before it was taken anew. */
  const isAbandoned = sql<boolean>`(
    coalesce(seen_at < now() - ${sql.lit(silentAfter)}::interval, false)
    or coalesce(leader_take < (select takes from jobs where jobs.id = job_parts.job_id), false))`
  /** Who thinks that it leads the job, and woke up late, may take nothing of it. */
  const leads = (leader: Claim | undefined) =>
    leader ? sql<boolean>`exists (select from jobs where jobs.id = ${leader.id} and jobs.takes = ${leader.take})` : sql<boolean>`true`
  const isOurKind = sql<boolean>`coalesce((recipe ->> 'version')::integer, 1) = ${recipeVersion}`
  /** The present attempt has brought the job on. */
  const noteUse = (jobId: string) =>
    sql`
      update job_splits set useful_attempt = jobs.attempts from jobs
      where jobs.id = job_splits.job_id and job_id = ${jobId} and useful_attempt <> jobs.attempts`.execute(db)

  return {
    async recipeOf(jobId) {
      const row = await db.selectFrom('job_splits').select('recipe').where('job_id', '=', jobId).where(isOurKind).executeTakeFirst()
      return row?.recipe
    },

    async split(claim, folder, recipe, parts) {
      return db.transaction().execute(async (transaction) => {
        const held = await transaction
          .selectFrom('jobs')
          .select('id')
          .where('id', '=', claim.id)
          .where('takes', '=', claim.take)
          .where('status', 'in', runningStatuses)
          .forUpdate()
          .executeTakeFirst()
        if (!held) return false
        // One of another kind that was left.
        await transaction.deleteFrom('job_splits').where('job_id', '=', claim.id).execute()
        await transaction
          .insertInto('job_splits')
          .values({ job_id: claim.id, folder, recipe: JSON.stringify({ ...recipe, version: recipeVersion }) })
          .execute()
        const rows = parts.map(({ segment, weight }, number) => ({
          job_id: claim.id,
          number,
          stretch: segment && JSON.stringify(segment),
          weight,
        }))
        await transaction.insertInto('job_parts').values(rows).execute()
        return true
      })
    },

    async unsplit({ id, take }) {
      await sql`
        delete from job_splits using jobs
        where jobs.id = job_splits.job_id and job_id = ${id} and jobs.takes = ${take}`.execute(db)
    },

    async parts(jobId) {
      const rows = await db
        .selectFrom('job_parts')
        .select(['number', 'stretch as segment', 'weight', 'state', 'done', 'pieces as checkpoints', 'outcome'])
        .select(isAbandoned.as('stale'))
        .where('job_id', '=', jobId)
        .orderBy('number')
        .execute()
      return rows.map(({ stale, ...row }) => ({ ...row, isStale: row.state === 'working' && stale }))
    },

    async shares(jobId) {
      return db.selectFrom('job_parts').select(['weight', 'done']).where('job_id', '=', jobId).execute()
    },

    async take(jobId, number, leader) {
      const row = await db
        .updateTable('job_parts')
        .from('job_splits')
        .innerJoin('videos', 'videos.id', 'job_splits.job_id')
        .set({ state: 'working', take: sql`take + 1`, seen_at: now, leader_take: leader?.take ?? null })
        .where('job_parts.job_id', '=', jobId)
        .where('number', '=', number)
        .whereRef('job_splits.job_id', '=', 'job_parts.job_id')
        .where(isOurKind)
        .where(leads(leader))
        .where(({ or, eb, and }) => or([eb('state', '=', 'waiting'), and([eb('state', '=', 'working'), isAbandoned])]))
        .returning(['take', 'stretch as segment', 'pieces as checkpoints', 'recipe', 'folder', 'original_key'])
        .executeTakeFirst()
      if (!row?.original_key) return undefined
      const { take, segment, checkpoints, recipe, folder, original_key: originalKey } = row
      return { jobId, number, take, split: folder, segment, checkpoints, recipe, folder: `${folder}${number}-${take}/`, originalKey }
    },

    async beat(claim, done) {
      return isOne(
        await mine(claim)
          .set({ seen_at: now, done: sql`greatest(done, ${done}::real)` })
          .executeTakeFirst(),
      )
    },

    async saveCheckpoint(claim, checkpoint) {
      // A piece that is there already was kept by a call whose answer was lost.
      const added = sql<string>`
        case when (pieces -> -1 ->> 'from')::bigint = ${checkpoint.from} then pieces else pieces || ${JSON.stringify([checkpoint])}::jsonb end`
      const isMine = isOne(await mine(claim).set({ seen_at: now, pieces: added }).executeTakeFirst())
      if (isMine) await noteUse(claim.jobId)
      return isMine
    },

    async finish(claim, outcome) {
      const isMine = isOne(
        await mine(claim)
          .set({ state: 'done', done: 1, outcome: JSON.stringify(outcome) })
          .executeTakeFirst(),
      )
      if (isMine) await noteUse(claim.jobId)
      return isMine
    },

    async handBack(claim) {
      await mine(claim).set({ state: 'waiting' }).execute()
    },

    async reopen({ id, take }, number, checkpoints) {
      await sql`
        update job_parts set state = 'waiting', outcome = null, pieces = coalesce(
          (select jsonb_agg(piece order by at) from jsonb_array_elements(pieces) with ordinality as kept (piece, at) where at <= ${checkpoints}),
          '[]')
        from jobs where jobs.id = job_parts.job_id and job_id = ${id} and jobs.takes = ${take} and number = ${number} and state = 'done'
      `.execute(db)
    },

    async fail(claim) {
      await mine(claim).set({ state: 'failed' }).execute()
    },
  }
}
