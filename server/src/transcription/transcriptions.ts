import type { Transcription } from '@video-forge/contract/captions'
import { Failure } from '@video-forge/contract/errors'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Seconds. A worker renews its lease several times in it. */
const leaseSeconds = 60
/** Workers that look at the same moment find different ones. */
const candidates = 10
/** A request whose worker was killed this often is given up: the video itself may be the cause. */
const maxAttempts = 3

const columns = ['status', 'progress', 'language', 'message'] as const

export async function readTranscription(db: Db, videoId: string): Promise<Transcription | null> {
  return (await db.selectFrom('transcriptions').select(columns).where('video_id', '=', videoId).executeTakeFirst()) ?? null
}

/** Asks for automatic captions. What is waiting or running stays as it is; what has failed begins anew. */
export async function requestTranscription(db: Db, videoId: string, language: string): Promise<Transcription> {
  const video = await db
    .selectFrom('videos')
    .select(['user_id', 'status', 'audio_codec'])
    .where('id', '=', videoId)
    .executeTakeFirstOrThrow()
  if (video.status !== 'ready') throw new Failure('CONFLICT', 'Automatic captions can be made when the video is ready.')
  if (!video.audio_codec) throw new Failure('CONFLICT', 'This video has no sound.')
  await writeRequest(db, { videoId, userId: video.user_id, language })
  const made = await readTranscription(db, videoId)
  // It was taken and finished in between.
  return made ?? { status: 'running', progress: 100, language, message: null }
}

/** What is waiting or running stays as it is; what has failed begins anew. */
export async function writeRequest(
  db: Db | Transaction<Tables>,
  { videoId, userId, language, isAsked = true }: { videoId: string; userId: string; language: string; isAsked?: boolean },
): Promise<void> {
  const anew = {
    status: 'waiting' as const,
    progress: 0,
    attempts: 0,
    message: null,
    lease: null,
    leased_until: null,
    language,
    is_asked: isAsked,
  }
  await db
    .insertInto('transcriptions')
    .values({ video_id: videoId, user_id: userId, ...anew })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet(anew).where('transcriptions.status', '=', 'failed'))
    .execute()
}

/** For a video that has no request. */
export const noRequest = 'No automatic captions are being made of this video.'

/** Removes the request. A worker that has it notices when it renews its lease. */
export async function cancelTranscription(db: Db | Transaction<Tables>, videoId: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('transcriptions').where('video_id', '=', videoId).executeTakeFirst()
  if (numDeletedRows === 0n) throw new Failure('NOT_FOUND', noRequest)
}

export interface Lease {
  videoId: string
  language: string
  id: string
  /** Somebody waits for these captions, and wants to know when there are none. */
  isAsked: boolean
}

/** Takes the next request: those of a person wait behind the first ones of everybody else. */
export async function leaseTranscription(db: Db): Promise<Lease | undefined> {
  await takeFromKilled(db)
  // One look-up for each person with requests, however many they have.
  const { rows } = await sql<{ video_id: string }>`
    with recursive owners (user_id) as (
      (select user_id from transcriptions where status = 'waiting' order by user_id limit 1)
      union all
      select (
        select next.user_id from transcriptions next
        where next.status = 'waiting' and next.user_id > owners.user_id order by next.user_id limit 1
      ) from owners where owners.user_id is not null
    ),
    busy as (select user_id, count(*) as running from transcriptions where status = 'running' group by user_id)
    select next.video_id from owners
    left join busy on busy.user_id = owners.user_id
    cross join lateral (
      select video_id, created_at, row_number() over (order by created_at) as place from (
        select video_id, created_at from transcriptions
        where transcriptions.user_id = owners.user_id and status = 'waiting' order by created_at limit ${candidates}
      ) as first
    ) as next
    order by coalesce(busy.running, 0) + next.place, next.created_at limit ${candidates}`.execute(db)
  for (const { video_id: videoId } of rows) {
    const id = newId()
    const taken = await db
      .updateTable('transcriptions')
      .set({
        status: 'running',
        progress: 0,
        attempts: sql<number>`attempts + 1`,
        lease: id,
        leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
      })
      .where('video_id', '=', videoId)
      .where('status', '=', 'waiting')
      .returning(['language', 'is_asked as isAsked'])
      .executeTakeFirst()
    if (taken) return { videoId, id, ...taken }
  }
  return undefined
}

const givenUp = 'Automatic captions of this video could not be made: the recogniser was ended several times.'

/** What a killed worker has left waits again, or is given up. */
async function takeFromKilled(db: Db): Promise<void> {
  await sql`
    update transcriptions set lease = null, leased_until = null,
      status = case when attempts >= ${maxAttempts} then 'failed' else 'waiting' end,
      message = case when attempts >= ${maxAttempts} then ${givenUp} end
    where status = 'running' and leased_until < now()`.execute(db)
}

const held = (db: Db, { videoId, id }: Lease) => db.updateTable('transcriptions').where('video_id', '=', videoId).where('lease', '=', id)

/** False once the request was removed, or another worker has it. */
export async function renewLease(db: Db, lease: Lease, progress: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, lease)
    .set({
      progress: Math.max(0, Math.min(99, Math.round(progress))),
      leased_until: sql<Date>`now() + make_interval(secs => ${leaseSeconds})`,
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const failTranscription = (db: Db, lease: Lease, message: string) =>
  held(db, lease).set({ status: 'failed', message, lease: null, leased_until: null }).execute()

/** Where nobody waits for the captions of a video in which nobody speaks. */
export const dropLease = (db: Db, { videoId, id }: Lease) =>
  db.deleteFrom('transcriptions').where('video_id', '=', videoId).where('lease', '=', id).execute()

/** For another worker, or for this one after its restart. Not an attempt. */
export const returnLease = (db: Db, lease: Lease) =>
  held(db, lease).set({ status: 'waiting', progress: 0, attempts: sql<number>`attempts - 1`, lease: null, leased_until: null }).execute()
