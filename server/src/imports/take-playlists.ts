import { limits } from '@video-forge/contract/rules/limits'
import { playlistRules, watchLaterId } from '@video-forge/contract/rules/playlist-rules'
import { cutText } from '@video-forge/contract/text/cut-text'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Tables } from '../platform/database/tables.ts'
import { watchLaterOf } from '../platform/database/watch-later.ts'
import { type ImportedPlaylist, keyOf } from './item.ts'
import { mergePlaylist } from './merge-playlist.ts'
import { storableText } from './storable.ts'

interface NewPlaylist extends Pick<ImportedPlaylist, 'key' | 'title' | 'description' | 'visibility' | 'kind'> {
  /** In their order. */
  videoIds: string[]
  /** One of the person's own playlists with the same title counts as the same. */
  isByTitle?: boolean
}

/** The videos of an imported playlist that this person has by now, in its order. */
async function importedVideos(db: Db, userId: string, keys: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ video_id: string }>`
    select video_id from unnest(${keys}::text[]) with ordinality as wanted (key, place)
    join imported_sources on imported_sources.key = wanted.key and imported_sources.user_id = ${userId} and is_taken
    join videos on videos.id = video_id and videos.user_id = ${userId}
    order by place`.execute(db)
  return [...new Set(rows.map((row) => row.video_id))]
}

/** Returns whether there is such a playlist now. One without any imported video is not made, nor more than a person can have. */
export async function takePlaylist(db: Db, userId: string, playlist: ImportedPlaylist): Promise<boolean> {
  const videoIds = await importedVideos(db, userId, playlist.videoKeys)
  return videoIds.length > 0 && fillPlaylist(db, userId, { ...playlist, videoIds })
}

/** All videos of an import in one playlist that the person has named. */
export async function takeAsPlaylist(db: Db, userId: string, taskId: string, title: string): Promise<boolean> {
  const rows = await db
    .selectFrom('task_items')
    .innerJoin('videos', 'videos.id', 'task_items.video_id')
    .select('videos.id')
    .where('task_id', '=', taskId)
    .where('videos.user_id', '=', userId)
    .where('task_items.status', 'in', ['done', 'skipped'])
    .orderBy('number')
    .execute()
  const videoIds = [...new Set(rows.map(({ id }) => id))]
  const details = { key: keyOf('title', title), title, description: '', visibility: 'private' as const, isByTitle: true }
  return videoIds.length > 0 && fillPlaylist(db, userId, { ...details, videoIds })
}

/** Makes the playlist of a source, or adds to the one that an earlier import has made. What its owner has changed since stays. */
const fillPlaylist = (db: Db, userId: string, playlist: NewPlaylist): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId)
    const id =
      playlist.kind === watchLaterId
        ? await findWatchLater(transaction, userId)
        : ((await findPlaylist(transaction, userId, playlist)) ?? (await createPlaylist(transaction, userId, playlist)))
    if (id === undefined) return false
    const { rows: there } = await sql<{ video_id: string }>`
      select video_id from playlist_videos where playlist_id = ${id} order by position, video_id`.execute(transaction)
    const current = there.map((row) => row.video_id)
    const known = new Set(current)
    const added = playlist.videoIds.filter((each) => !known.has(each)).slice(0, Math.max(0, playlistRules.maxVideos - current.length))
    if (added.length === 0) return true
    const chosen = new Set(added)
    // One that a person has named is theirs: what is new goes to its end.
    const inSource = playlist.isByTitle ? added : playlist.videoIds.filter((each) => known.has(each) || chosen.has(each))
    await sql`
      insert into playlist_videos (playlist_id, video_id, position)
      select ${id}, video_id, number from unnest(${mergePlaylist(current, inSource)}::uuid[]) with ordinality as listed (video_id, number)
      on conflict (playlist_id, video_id) do update set position = excluded.position
        where playlist_videos.position <> excluded.position`.execute(transaction)
    await transaction
      .updateTable('playlists')
      .set({ version: sql<number>`version + 1`, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
    return true
  })

/** Undefined for people who have switched it off. */
async function findWatchLater(transaction: Transaction<Tables>, userId: string): Promise<string | undefined> {
  const owner = await transaction.selectFrom('users').select('keeps_history').where('id', '=', userId).forShare().executeTakeFirst()
  return owner?.keeps_history ? watchLaterOf(transaction, userId) : undefined
}

async function findPlaylist(transaction: Transaction<Tables>, userId: string, { key, title, isByTitle }: NewPlaylist) {
  if (isByTitle) {
    const own = transaction.selectFrom('playlists').select('id').where('user_id', '=', userId).where('title', '=', title)
    return (await own.where('kind', '=', 'list').orderBy('id').limit(1).executeTakeFirst())?.id
  }
  const known = transaction.selectFrom('imported_playlists').select('playlist_id').where('user_id', '=', userId).where('key', '=', key)
  return (await known.executeTakeFirst())?.playlist_id
}

async function createPlaylist(transaction: Transaction<Tables>, userId: string, playlist: NewPlaylist): Promise<string | undefined> {
  const { count } = await transaction
    .selectFrom('playlists')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('kind', '=', 'list')
    .executeTakeFirstOrThrow()
  if (Number(count) >= playlistRules.maxPlaylists) return undefined
  const id = newId()
  const title = cutText(storableText(playlist.title).trim(), limits.titleMaxLength) || 'Playlist'
  const description = cutText(storableText(playlist.description), limits.descriptionMaxLength)
  await transaction.insertInto('playlists').values({ id, user_id: userId, title, description, visibility: playlist.visibility }).execute()
  if (!playlist.isByTitle)
    await transaction.insertInto('imported_playlists').values({ user_id: userId, key: playlist.key, playlist_id: id }).execute()
  return id
}
