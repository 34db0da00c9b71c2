import { Failure } from '@video-forge/contract/errors'
import { playlistRules, playlistSentences, watchLaterId } from '@video-forge/contract/rules/playlist-rules'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { addToPlaylist, hasWatchable, lockPlaylist, noteChange } from '../../platform/database/playlist-videos.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { isWatchableByAll } from '../../platform/database/visibility.ts'
import type { Viewer } from '../viewer.ts'
import { isListedFor, isOpenTo } from './listed-videos.ts'
import { noSuchPlaylist } from './see-playlist.ts'

/** The person who changes a playlist of their own. */
type Owner = Viewer & { userId: string }

/** False if it has the video already. */
export async function addVideo(db: Db, playlistId: string, videoId: string, owner: Owner): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const playlist = await lockPlaylist(transaction, playlistId, owner.userId)
    if (!playlist) throw noSuchPlaylist()
    if (!playlist.canTakeVideos) throw watchLaterOff()
    const video = await transaction
      .selectFrom('videos')
      .select('id')
      .where('id', '=', videoId)
      .where(isOpenTo(owner))
      .forKeyShare()
      .executeTakeFirst()
    if (!video) throw new Failure('NOT_FOUND', sentences.videoNotFound)
    return (await addToPlaylist(transaction, playlistId, [videoId])) > 0
  })
}

/** False if it does not have the video. One that the owner may not see any more can still be removed. */
export async function removeVideo(db: Db, playlistId: string, videoId: string, owner: Owner): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockPlaylist(transaction, playlistId, owner.userId))) throw noSuchPlaylist()
    const { numDeletedRows } = await transaction
      .deleteFrom('playlist_videos')
      .where('playlist_id', '=', playlistId)
      .where('video_id', '=', videoId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await noteChange(transaction, playlistId, await hasWatchable(transaction, [videoId]))
    return numDeletedRows > 0n
  })
}

/** Replaces the videos that the owner sees. Refused when the playlist has changed since `version`, so that no video is lost. */
export async function setVideos(db: Db, playlistId: string, ids: readonly string[], version: number, owner: Owner): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const playlist = await lockPlaylist(transaction, playlistId, owner.userId)
    if (!playlist) throw noSuchPlaylist()
    if (playlist.version !== version) throw new Failure('CONFLICT', playlistSentences.changed)
    if (!playlist.canTakeVideos && (await hasOthers(transaction, playlistId, ids))) throw watchLaterOff()
    const { rows: found } = await sql<{ id: string }>`
      select id from videos where id = any(${ids}::uuid[]) and ${isOpenTo(owner)} order by id for key share`.execute(transaction)
    if (found.length < ids.length) throw unknownVideo()
    const { rows: hidden } = await sql<{ video_id: string }>`
      select video_id from playlist_videos join videos on videos.id = video_id
      where playlist_id = ${playlistId} and video_id <> all(${ids}::uuid[]) and not (${isListedFor(owner)})
      order by position, video_id`.execute(transaction)
    const shownBefore = await shownIds(transaction, playlistId)
    const stored = [...ids, ...hidden.map(({ video_id }) => video_id)]
    if (stored.length > playlistRules.maxVideos) throw new Failure('CONFLICT', playlistSentences.full)
    await sql`delete from playlist_videos where playlist_id = ${playlistId} and video_id <> all(${stored}::uuid[])`.execute(transaction)
    await sql`
      insert into playlist_videos (playlist_id, video_id, position)
      select ${playlistId}, video_id, number from unnest(${stored}::uuid[]) with ordinality as listed (video_id, number)
      on conflict (playlist_id, video_id) do update set position = excluded.position
        where playlist_videos.position <> excluded.position`.execute(transaction)
    await noteChange(transaction, playlistId, (await shownIds(transaction, playlistId)) !== shownBefore)
  })
}

/** What every viewer sees of a playlist. */
async function shownIds(transaction: Transaction<Tables>, playlistId: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from playlist_videos join videos on videos.id = video_id
    where playlist_id = ${playlistId} and ${isWatchableByAll} order by position, video_id`.execute(transaction)
  return rows.map(({ id }) => id).join()
}

/** Returns how many it had, those that its owner does not see any more included. */
export async function removeAllVideos(db: Db, playlistId: string, owner: Owner): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    if (!(await lockPlaylist(transaction, playlistId, owner.userId))) throw noSuchPlaylist()
    return emptyPlaylist(transaction, playlistId)
  })
}

/** The same for a person's own Watch later, if there is one, while their account is locked. */
export async function emptyWatchLater(transaction: Transaction<Tables>, userId: string): Promise<void> {
  const later = transaction.selectFrom('playlists').select('id').where('user_id', '=', userId).where('kind', '=', watchLaterId)
  const found = await later.forUpdate().executeTakeFirst()
  if (found) await emptyPlaylist(transaction, found.id)
}

async function emptyPlaylist(transaction: Transaction<Tables>, playlistId: string): Promise<number> {
  const shownBefore = await shownIds(transaction, playlistId)
  const { numDeletedRows } = await transaction.deleteFrom('playlist_videos').where('playlist_id', '=', playlistId).executeTakeFirst()
  if (numDeletedRows > 0n) await noteChange(transaction, playlistId, shownBefore !== '')
  return Number(numDeletedRows)
}

/** Whether there are videos among these that the playlist does not have. */
async function hasOthers(transaction: Transaction<Tables>, playlistId: string, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${ids}::uuid[]) as wanted (id)
    where not exists (select from playlist_videos where playlist_id = ${playlistId} and video_id = wanted.id) limit 1`.execute(transaction)
  return rows.length > 0
}

const watchLaterOff = () => new Failure('CONFLICT', playlistSentences.watchLaterOff)

/** The same for one that is deleted, private or was never there. */
const unknownVideo = () =>
  new Failure('INVALID_INPUT', playlistSentences.unknownVideo, {
    details: [{ field: 'videos', message: playlistSentences.unknownVideo }],
  })
