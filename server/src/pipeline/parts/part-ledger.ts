import { runningStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import type { Segment } from '@video-forge/media/planning/part-plan'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { PartKind, PartOutcome, PartRecipe, StoredCheckpoint, StoredChunk } from '../../platform/database/tables/part-tables.ts'
import { wasUpdated } from '../../platform/database/was-updated.ts'
import type { Claim } from '../ledger.ts'
import { dropSplit } from './drop-split.ts'

/** A worker's lease of a part, with what earlier leases have finished of it. */
export interface PartClaim {
  jobId: string
  number: number
  /** After a later lease, or once the job is split anew, nothing that is written under this one counts. */
  leaseNumber: number
  /** The folder of the split, which is new with each one. */
  split: string
  kind: PartKind
  /** Null unless it is a segment. */
  segment: Segment | null
  checkpoints: StoredCheckpoint[]
  recipe: PartRecipe
  /** Where this lease puts its files; no other one does. */
  folder: string
  originalKey: string
}

export interface Part {
  number: number
  kind: PartKind
  segment: Segment | null
  weight: number
  state: 'waiting' | 'working' | 'done' | 'failed'
  done: number
  /** Its worker has missed its heartbeats, or has lost the job. */
  isStale: boolean
  checkpoints: StoredCheckpoint[]
  outcome: PartOutcome | null
}

interface NewSplit {
  /** The prefix of its files in storage. */
  folder: string
  recipe: PartRecipe
  hasAudio: boolean
}

export interface NewPart {
  kind: PartKind
  segment: Segment | null
  weight: number
}

export interface PartLedger {
  /** Undefined when the job is not split, or by a version whose parts this one cannot continue. */
  recipeOf(jobId: string): Promise<PartRecipe | undefined>
  /** False when the claim no longer holds. */
  split(claim: Claim, split: NewSplit, parts: readonly NewPart[]): Promise<boolean>
  /** Gives the parts up; `wasUseful` as in drop-split. */
  unsplit(claim: Claim, options: { wasUseful: boolean }): Promise<void>
  parts(jobId: string): Promise<Part[]>
  /** How far each part is, without its checkpoints, of which a long video has thousands. */
  shares(jobId: string): Promise<Pick<Part, 'number' | 'kind' | 'segment' | 'weight' | 'done'>[]>
  /** The numbers of the parts that nobody has, in the order in which they should be encoded. */
  open(jobId: string): Promise<number[]>
  /** Whether viewers wait for parts that are not done. */
  isAwaited(jobId: string): Promise<boolean>
  /** For the leader of the job, or a helper. Undefined when another worker has the part, or there is nothing left to do. */
  lease(jobId: string, number: number, leader?: Claim): Promise<PartClaim | undefined>
  /** Keeps the lease, and stores how far the part is; false when the lease is lost. */
  heartbeat(claim: PartClaim, done: number): Promise<boolean>
  saveCheckpoint(claim: PartClaim, checkpoint: StoredCheckpoint): Promise<boolean>
  /** How many chunks of audio are stored for viewers. */
  audioCount(claim: PartClaim): Promise<number>
  saveAudio(claim: PartClaim, number: number, chunk: StoredChunk): Promise<boolean>
  finish(claim: PartClaim, outcome: PartOutcome): Promise<boolean>
  /** Back to waiting, with the checkpoints so far. */
  handBack(claim: PartClaim): Promise<void>
  /** The part cannot be made, and so the job cannot be made in parts. Damage is a reason to copy nothing. */
  fail(claim: PartClaim, options: { isDamaged: boolean }): Promise<void>
  /** A file of a finished part is lost: it waits again, with only its first checkpoints. */
  reopen(claim: Claim, number: number, checkpointCount: number): Promise<void>
}

/**
 * Raised with every change after which a worker would encode other pictures from the same facts and formats. During an upgrade each version
 * encodes only parts of its own, and a job that the other version has left starts anew.
 */
const recipeVersion = 7

/** Heartbeats come twice a second. After this long without one, another worker may lease the part. */
const leaseTime = '12 seconds'

const now = sql<Date>`now()`
const isOwnVersion = sql<boolean>`coalesce((recipe ->> 'version')::integer, 1) = ${sql.lit(recipeVersion)}`
/** Its worker is silent, or led the job before another worker claimed it. */
const isAbandoned = sql<boolean>`(
  coalesce(seen_at < now() - ${sql.lit(leaseTime)}::interval, false)
  or coalesce(leader_take < (select takes from jobs where jobs.id = job_parts.job_id), false))`
/** A stale leader must not claim parts. */
const isStillLeader = (leader: Claim | undefined) =>
  leader ? sql<boolean>`exists (select from jobs where jobs.id = ${leader.id} and jobs.takes = ${leader.leaseNumber})` : sql<boolean>`true`

export function createPartLedger(db: Db): PartLedger {
  return {
    async recipeOf(jobId) {
      const row = await db.selectFrom('job_splits').select('recipe').where('job_id', '=', jobId).where(isOwnVersion).executeTakeFirst()
      return row?.recipe
    },
    split: (claim, made, parts) => split(db, claim, made, parts),
    unsplit: (claim, options) => dropSplit(db, claim, options),
    parts: (jobId) => listParts(db, jobId),
    shares: (jobId) =>
      db.selectFrom('job_parts').select(['number', 'kind', 'stretch as segment', 'weight', 'done']).where('job_id', '=', jobId).execute(),
    open: (jobId) => listOpen(db, jobId),
    isAwaited: (jobId) => isAwaited(db, jobId),
    lease: (jobId, number, leader) => lease(db, jobId, number, leader),
    heartbeat: (claim, done) => wasUpdated(held(db, claim).set({ seen_at: now, done: sql`greatest(done, ${done}::real)` })),
    saveCheckpoint: (claim, checkpoint) => saveCheckpoint(db, claim, checkpoint),
    audioCount: (claim) => audioCount(db, claim),
    saveAudio: (claim, number, chunk) => saveAudio(db, claim, number, chunk),
    async finish(claim, outcome) {
      const isHeld = await wasUpdated(held(db, claim).set({ state: 'done', done: 1, outcome: JSON.stringify(outcome) }))
      if (isHeld) await markUseful(db, claim.jobId)
      if (isHeld && claim.kind === 'extras') await markPictures(db, claim.jobId)
      if (isHeld && claim.kind === 'copy') await markPlayable(db, claim.jobId)
      return isHeld
    },
    async handBack(claim) {
      await held(db, claim).set({ state: 'waiting' }).execute()
    },
    async fail(claim, { isDamaged }) {
      const outcome = { files: [], ssim: [], frames: 0, cpuSeconds: 0, decodeErrors: isDamaged ? 1 : 0 }
      await held(db, claim)
        .set({ state: 'failed', outcome: JSON.stringify(outcome) })
        .execute()
    },
    reopen: (claim, number, checkpointCount) => reopen(db, claim, number, checkpointCount),
  }
}

/** An update of the part that changes nothing once the lease is lost. */
const held = (db: Db, { jobId, number, leaseNumber, split: folder }: PartClaim) =>
  db
    .updateTable('job_parts')
    .where('job_id', '=', jobId)
    .where('number', '=', number)
    .where('take', '=', leaseNumber)
    .where('state', '=', 'working')
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('job_splits').select('folder').whereRef('job_splits.job_id', '=', 'job_parts.job_id').where('folder', '=', folder)),
    )

/** The current attempt has finished some of the job. */
const markUseful = (db: Db, jobId: string) =>
  sql`
    update job_splits set useful_attempt = jobs.attempts from jobs
    where jobs.id = job_splits.job_id and job_id = ${jobId} and useful_attempt <> jobs.attempts`.execute(db)

const split = (db: Db, claim: Claim, { folder, recipe, hasAudio }: NewSplit, parts: readonly NewPart[]): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('jobs')
      .select('id')
      .where('id', '=', claim.id)
      .where('takes', '=', claim.leaseNumber)
      .where('status', 'in', runningStatuses)
      .forUpdate()
      .executeTakeFirst()
    if (!job) return false
    // Of another version, or of an earlier run of the job.
    await dropSplit(transaction, claim, { wasUseful: true })
    await transaction
      .insertInto('job_splits')
      .values({ job_id: claim.id, folder, recipe: JSON.stringify({ ...recipe, version: recipeVersion }), has_audio: hasAudio })
      .execute()
    const toRow = ({ kind, segment, weight }: NewPart, number: number) => {
      return { job_id: claim.id, number, kind, stretch: segment && JSON.stringify(segment), weight }
    }
    await transaction.insertInto('job_parts').values(parts.map(toRow)).execute()
    return true
  })

async function listParts(db: Db, jobId: string): Promise<Part[]> {
  const rows = await db
    .selectFrom('job_parts')
    .select(['number', 'kind', 'stretch as segment', 'weight', 'state', 'done', 'pieces as checkpoints', 'outcome'])
    .select(isAbandoned.as('isAbandoned'))
    .where('job_id', '=', jobId)
    .orderBy('number')
    .execute()
  return rows.map(({ isAbandoned: abandoned, ...row }) => ({ ...row, isStale: row.state === 'working' && abandoned }))
}

async function listOpen(db: Db, jobId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('job_parts')
    .select('number')
    .where('job_id', '=', jobId)
    .where(sql<boolean>`(state = 'waiting' or state = 'working' and ${isAbandoned})`)
    .orderBy('number')
    .execute()
  return rows.map(({ number }) => number)
}

/** Viewers wait for the format that runs ahead, whose segments come before those of the others; without one they wait for all. */
async function isAwaited(db: Db, jobId: string): Promise<boolean> {
  const row = await db
    .selectFrom('job_parts')
    .select('number')
    .where('job_id', '=', jobId)
    .where('kind', '=', 'segment')
    .where('state', '<>', 'done')
    .where(
      sql<boolean>`stretch -> 'formats' is not distinct from (
        select first.stretch -> 'formats' from job_parts first
        where first.job_id = job_parts.job_id and first.kind = 'segment' order by first.number limit 1)`,
    )
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function lease(db: Db, jobId: string, number: number, leader?: Claim): Promise<PartClaim | undefined> {
  const row = await db
    .updateTable('job_parts')
    .from('job_splits')
    .innerJoin('videos', 'videos.id', 'job_splits.job_id')
    .leftJoin('replacements', 'replacements.video_id', 'videos.id')
    .set({ state: 'working', take: sql`take + 1`, seen_at: now, leader_take: leader?.leaseNumber ?? null })
    .where('job_parts.job_id', '=', jobId)
    .where('number', '=', number)
    .whereRef('job_splits.job_id', '=', 'job_parts.job_id')
    .where(isOwnVersion)
    .where(isStillLeader(leader))
    .where(({ or, eb, and }) => or([eb('state', '=', 'waiting'), and([eb('state', '=', 'working'), isAbandoned])]))
    .returning(['take as leaseNumber', 'kind', 'stretch as segment', 'pieces as checkpoints', 'recipe', 'folder as split'])
    .returning(sql<string | null>`coalesce(replacements.original_key, videos.original_key)`.as('originalKey'))
    .executeTakeFirst()
  if (!row?.originalKey) return undefined
  const { originalKey, ...claim } = row
  return { jobId, number, ...claim, folder: `${claim.split}${number}-${claim.leaseNumber}/`, originalKey }
}

async function saveCheckpoint(db: Db, claim: PartClaim, checkpoint: StoredCheckpoint): Promise<boolean> {
  // Idempotent: the answer to an earlier call may have been lost.
  const added = sql<string>`
    case when (pieces -> -1 ->> 'from')::bigint = ${checkpoint.from} then pieces else pieces || ${JSON.stringify([checkpoint])}::jsonb end`
  const isHeld = await wasUpdated(held(db, claim).set({ seen_at: now, pieces: added }))
  if (isHeld) {
    await markUseful(db, claim.jobId)
    await markPlayable(db, claim.jobId)
  }
  return isHeld
}

async function audioCount(db: Db, { jobId }: PartClaim): Promise<number> {
  const row = await db
    .selectFrom('job_splits')
    .select(sql<number>`jsonb_array_length(audio)`.as('count'))
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Adds a chunk, unless it is there already: two leases may make the same one. */
async function saveAudio(db: Db, claim: PartClaim, number: number, chunk: StoredChunk): Promise<boolean> {
  const isHeld = await wasUpdated(held(db, claim).set({ seen_at: now }))
  if (!isHeld) return false
  await sql`
    update job_splits set audio = audio || ${JSON.stringify([chunk])}::jsonb
    where job_id = ${claim.jobId} and folder = ${claim.split} and jsonb_array_length(audio) = ${number}`.execute(db)
  await markPlayable(db, claim.jobId)
  return true
}

/** The extras include thumbnail, storyboard and preview. */
const markPictures = (db: Db, jobId: string) =>
  sql`update videos set lacks_pictures = false, updated_at = now() where id = ${jobId} and lacks_pictures`.execute(db)

/** With its first pictures and its first audio a video can be watched. Called after each of them: a worker may die before the first call. */
const markPlayable = (db: Db, jobId: string) =>
  sql`
    update videos set status = 'ready', updated_at = now(),
      lacks_pictures = not exists (select from job_parts where job_id = ${jobId} and kind = 'extras' and state = 'done')
    where id = ${jobId} and status = 'processing' and not exists (select from replacements where video_id = ${jobId})
      and exists (select from job_splits where job_id = ${jobId} and (not has_audio or audio <> '[]'))
      and exists (select from job_parts where job_id = ${jobId} and (
        pieces <> '[]' and (stretch ->> 'from')::bigint = 0 or coalesce(outcome -> 'copies', '[]') <> '[]'))`.execute(db)

async function reopen(db: Db, { id, leaseNumber }: Claim, number: number, checkpointCount: number): Promise<void> {
  await sql`
    update job_parts set state = 'waiting', outcome = null, pieces = coalesce(
      (select jsonb_agg(checkpoint order by at) from jsonb_array_elements(pieces) with ordinality as kept (checkpoint, at) where at <= ${checkpointCount}),
      '[]')
    from jobs where jobs.id = job_parts.job_id and job_id = ${id} and jobs.takes = ${leaseNumber} and number = ${number} and state = 'done'
  `.execute(db)
}
