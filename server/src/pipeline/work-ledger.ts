import { activeStatuses, runningStatuses } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import { findSameAs } from '../platform/content/same-content.ts'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import { newId } from '../platform/database/new-id.ts'
import { readReplacementFacts, readSourceFacts, writeReplacementFacts, writeSourceFacts } from '../platform/database/source-facts.ts'
import type { Tables } from '../platform/database/tables.ts'
import { wasUpdated } from '../platform/database/was-updated.ts'
import { keepEmbedded } from './embedded/keep-embedded.ts'
import type { Claim, Embedded, Ledger, LedgerFailure, NewAsset, Progress, Published, SourceNotes } from './ledger.ts'
import { attemptPrefix } from './store-assets.ts'
import { takeReplacement } from './take-replacement.ts'

/** Rejects when a person exceeds their quota. Called once the new files are stored, while the person is locked. */
type MayKeep = (transaction: Transaction<Tables>, userId: string) => Promise<void>

/**
 * Called in the transaction that publishes a video. `heard` is the language of automatic captions that were made, or being made, of the file
 * before this one.
 */
type OnPublished = (transaction: Transaction<Tables>, videoId: string, heard: string | undefined) => Promise<void>

interface LedgerDeps {
  mayKeep?: MayKeep
  onPublished?: OnPublished
}

type Connection = Db | Transaction<Tables>

/** The jobs table as workers write it. */
export function createWorkLedger(db: Db, { mayKeep = async () => {}, onPublished = async () => {} }: LedgerDeps = {}): Ledger {
  return {
    claim: (id) => db.transaction().execute((transaction) => claimJob(transaction, id)),
    report: (claim, progress) => report(db, claim, progress),
    keepPlan: (claim, plan) => wasUpdated(held(db, claim).set({ plan: JSON.stringify(plan) })),
    note: (claim, line) => addNote(db, claim, line),
    sourceFacts: ({ id, isReplacement }) => (isReplacement ? readReplacementFacts(db, id) : readSourceFacts(db, id)),
    keepFacts: (claim, facts) =>
      db.transaction().execute(async (transaction) => {
        if (!(await wasUpdated(held(transaction, claim).set({ updated_at: new Date() })))) return false
        await (claim.isReplacement ? writeReplacementFacts : writeSourceFacts)(transaction, claim.id, facts)
        return true
      }),
    keepOriginal: (claim, key, size, contentHash) =>
      withinQuota(db, mayKeep, claim, (transaction) => keepOriginal(transaction, claim, { key, size, contentHash })),
    keepHash: (claim, contentHash) => keepHash(db, claim, contentHash),
    noteSource: (claim, source) => db.transaction().execute((transaction) => noteSource(transaction, claim, source)),
    lacksEmbedded: (claim) => lacksEmbedded(db, claim),
    keepEmbedded: (claim, embedded) =>
      db.transaction().execute(async (transaction) => {
        if (!(await wasUpdated(held(transaction, claim).set({ updated_at: new Date() })))) return false
        if (claim.isReplacement) await keepForPublication(transaction, claim, embedded)
        else await keepEmbedded(transaction, claim.id, embedded)
        return true
      }),
    publish: (claim, published) => withinQuota(db, mayKeep, claim, (transaction) => publish(transaction, claim, published, onPublished)),
    isPublished: (claim) => isPublished(db, claim),
    fail: (claim, failure) => fail(db, claim, failure),
    usefulAttempt: (claim) => usefulAttempt(db, claim),
    handBack: (claim, { counts }) => handBack(db, claim, counts),
  }
}

/** An update of the job that changes nothing once the claim is lost: the job has ended, or another worker has it. */
const held = (connection: Connection, { id, leaseNumber }: Claim) =>
  connection.updateTable('jobs').where('id', '=', id).where('takes', '=', leaseNumber).where('status', 'in', runningStatuses)

/** Stores files if their owner's quota allows it. The owner is locked first: two jobs that end at once must not share the last of a quota. */
const withinQuota = (db: Db, mayKeep: MayKeep, claim: Claim, write: (transaction: Transaction<Tables>) => Promise<boolean>) =>
  db.transaction().execute(async (transaction) => {
    const job = await transaction.selectFrom('jobs').select('user_id').where('id', '=', claim.id).executeTakeFirst()
    if (!job) return false
    await lockUser(transaction, job.user_id)
    if (!(await write(transaction))) return false
    await mayKeep(transaction, job.user_id)
    return true
  })

async function claimJob(transaction: Transaction<Tables>, id: string): Promise<Claim | undefined> {
  const leaseNumber = sql<number>`jobs.takes + 1`
  const job = await transaction
    .updateTable('jobs')
    .set({
      status: 'DOWNLOADING',
      stage: 'Fetching the source',
      attempts: sql`jobs.attempts + 1`,
      takes: leaseNumber,
      replacement_take: leaseNumber,
      own_file_take: leaseNumber,
      started_at: sql<Date>`coalesce(jobs.started_at, now())`,
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where('status', 'in', activeStatuses)
    .returning(['attempts as attempt', 'takes as leaseNumber', 'input_source as inputSource', 'output_formats as outputFormats'])
    .returning(lastUsefulAttempt.as('usefulAttempt'))
    .executeTakeFirst()
  if (!job) return undefined
  // Read once the job is locked: nothing replaces its source any more.
  const source = await transaction
    .selectFrom('videos')
    .leftJoin('replacements', 'replacements.video_id', 'videos.id')
    .select(['videos.original_key', 'replacements.original_key as replacementKey', 'replacements.content_hash as replacementHash'])
    .select('videos.content_hash')
    .where('videos.id', '=', id)
    .executeTakeFirst()
  const replacementKey = source?.replacementKey ?? null
  const isReplacement = replacementKey !== null
  const isUpload = isReplacement || job.inputSource.startsWith('uploads/')
  const lacksHash = isUpload && (isReplacement ? source?.replacementHash : source?.content_hash) === null
  return { id, ...job, originalKey: replacementKey ?? source?.original_key ?? null, lacksHash, isReplacement }
}

const report = (db: Db, claim: Claim, { status, progress, stage, etaSeconds, renditions }: Progress) =>
  wasUpdated(
    held(db, claim).set({
      status,
      progress: sql`greatest(progress, ${progress}::real)`,
      stage,
      eta_seconds: etaSeconds,
      renditions: sql<string>`furthest_renditions(renditions, ${JSON.stringify(renditions)}::jsonb)`,
      updated_at: new Date(),
    }),
  )

async function addNote(db: Db, { id, attempt }: Claim, line: string): Promise<void> {
  await sql`
    insert into job_events (job_id, kind, attempt, status, note)
    select id, 'note', ${attempt}, status, ${line} from jobs where id = ${id}`.execute(db)
}

interface Original {
  key: string
  size: number
  contentHash: Buffer | null
}

async function keepOriginal(transaction: Transaction<Tables>, claim: Claim, { key, size, contentHash }: Original): Promise<boolean> {
  if (!(await wasUpdated(held(transaction, claim).set({ updated_at: new Date() })))) return false
  await transaction
    .updateTable('videos')
    .set({ original_key: key, waiting_bytes: size, content_hash: contentHash, source_facts: null })
    .where('id', '=', claim.id)
    .execute()
  return true
}

/** Another file may have taken its place. */
async function keepHash(db: Db, { id, originalKey, isReplacement }: Claim, hash: Buffer): Promise<void> {
  const isMeant = sql<boolean>`original_key = ${originalKey} and content_hash is null`
  if (isReplacement) await sql`update replacements set content_hash = ${hash} where video_id = ${id} and ${isMeant}`.execute(db)
  else await sql`update videos set content_hash = ${hash} where id = ${id} and ${isMeant}`.execute(db)
}

/** People still watch the version before, which has captions of its own. */
async function keepForPublication(transaction: Transaction<Tables>, { id }: Claim, embedded: Embedded): Promise<void> {
  await transaction
    .updateTable('replacements')
    .set({ embedded: JSON.stringify(embedded) })
    .where('video_id', '=', id)
    .execute()
}

async function lacksEmbedded(db: Db, { id, isReplacement }: Claim): Promise<boolean> {
  if (isReplacement) {
    const replacement = await db.selectFrom('replacements').select('embedded').where('video_id', '=', id).executeTakeFirst()
    return replacement !== undefined && replacement.embedded === null
  }
  const video = await db.selectFrom('videos').select(['original_key', 'embedded_key']).where('id', '=', id).executeTakeFirst()
  return video !== undefined && video.embedded_key !== video.original_key
}

async function noteSource(transaction: Transaction<Tables>, claim: Claim, source: SourceNotes): Promise<boolean> {
  if (!(await wasUpdated(held(transaction, claim).set({ updated_at: new Date() })))) return false
  const { duration, width, height, videoCodec: video_codec, audioCodec: audio_codec, originalMime: original_mime } = source
  const facts = { duration, width, height, video_codec, audio_codec, original_mime, audio_language: source.audioLanguage }
  if (claim.isReplacement) {
    await transaction.updateTable('replacements').set(facts).where('video_id', '=', claim.id).execute()
    return true
  }
  await transaction
    .updateTable('videos')
    .set({ ...facts, ...(original_mime && { status: 'uploaded' }) })
    .where('id', '=', claim.id)
    .execute()
  return true
}

async function publish(
  transaction: Transaction<Tables>,
  claim: Claim,
  { assets, notes }: Published,
  onPublished: OnPublished,
): Promise<boolean> {
  const now = new Date()
  const same = await sameNote(transaction, claim)
  const finished = { stage: null, eta_seconds: 0, error_text: null, error_cause: null, error_detail: null, finished_at: now }
  const update = held(transaction, claim).set({
    ...finished,
    status: 'COMPLETED',
    progress: 100,
    notes: [...notes, ...same],
    updated_at: now,
  })
  if (!(await wasUpdated(update))) return false
  const heard = claim.isReplacement ? await takeReplacement(transaction, claim.id) : undefined
  await transaction
    .insertInto('assets')
    .values(assets.map((asset) => toRow(claim.id, asset)))
    .execute()
  await transaction
    .updateTable('videos')
    .set({ status: 'ready', lacks_pictures: false, source_facts: null, updated_at: now })
    .where('id', '=', claim.id)
    .execute()
  await dropPlaceholder(transaction, claim.id)
  await onPublished(transaction, claim.id, heard)
  return true
}

/** The job has made a thumbnail; a trigger records the file of the placeholder for deletion. */
async function dropPlaceholder(transaction: Transaction<Tables>, id: string): Promise<void> {
  await transaction
    .updateTable('videos')
    .set({
      ...{ thumbnail_key: null, thumbnail_bytes: 0, thumbnail_is_frame: false, thumbnail_is_placeholder: false },
      thumbnail_version: sql`thumbnail_version + 1`,
    })
    .where('id', '=', id)
    .where('thumbnail_is_placeholder', '=', true)
    .execute()
}

/** Somebody who uploads a file sees this beforehand; what comes from a URL is known only now. */
async function sameNote(transaction: Transaction<Tables>, { id }: Claim): Promise<string[]> {
  const job = await transaction.selectFrom('jobs').select('user_id').where('id', '=', id).executeTakeFirst()
  const same = job && (await findSameAs(transaction, job.user_id, id))
  return same ? [sentences.alreadyHave(same.title)] : []
}

const toRow = (jobId: string, { type, key, filename, contentType, size, width, height, details }: NewAsset) => ({
  id: newId(),
  job_id: jobId,
  asset_type: type,
  storage_key: key,
  filename,
  content_type: contentType,
  file_size: size,
  width,
  height,
  details: JSON.stringify(details),
})

async function isPublished(db: Db, claim: Claim): Promise<boolean> {
  // The lock waits for a commit that is still under way, whose answer may have been lost.
  await db.selectFrom('jobs').select('id').where('id', '=', claim.id).forUpdate().executeTakeFirst()
  // Not by the status: somebody may have replaced the file since.
  const asset = await db
    .selectFrom('assets')
    .select('id')
    .where('job_id', '=', claim.id)
    .where('storage_key', 'like', `${attemptPrefix(claim)}%`)
    .limit(1)
    .executeTakeFirst()
  return asset !== undefined
}

function fail(db: Db, claim: Claim, { cause, sentence, detail }: LedgerFailure): Promise<boolean> {
  const now = new Date()
  const error = { error_cause: cause, error_text: sentence, error_detail: detail ?? null }
  return wasUpdated(held(db, claim).set({ ...error, status: 'FAILED', stage: null, eta_seconds: null, finished_at: now, updated_at: now }))
}

/** That of the current split, or of one that was given up. */
const lastUsefulAttempt = sql<number>`greatest(earlier_useful_attempt, (select useful_attempt from job_splits where job_id = jobs.id))`

async function usefulAttempt(db: Db, { id }: Claim): Promise<number> {
  const row = await db.selectFrom('jobs').select(lastUsefulAttempt.as('useful')).where('id', '=', id).executeTakeFirst()
  return row?.useful ?? 0
}

const handBack = (db: Db, claim: Claim, counts: boolean) =>
  wasUpdated(
    held(db, claim).set({
      status: 'PENDING',
      stage: 'Waiting',
      eta_seconds: null,
      attempts: counts ? claim.attempt : claim.attempt - 1,
      queued_at: null,
      updated_at: new Date(),
    }),
  )
