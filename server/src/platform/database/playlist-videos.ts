import { Failure } from '@video-forge/contract/errors'
import { playlistRules, playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { isWatchableByAll } from './visibility.ts'

/**
 * Locks a playlist of this person for a change of its videos; undefined if there is none. The account is locked first, as its deletion does,
 * and videos after it: in any other order two transactions could wait for each other. It is locked against a change of its settings too: who
 * switches Watch later off finds nothing added afterwards.
 */
export async function lockPlaylist(transaction: Transaction<Tables>, id: string, userId: string) {
  const owner = await transaction.selectFrom('users').select('keeps_history').where('id', '=', userId).forShare().executeTakeFirst()
  const playlist = await transaction
    .selectFrom('playlists')
    .select(['id', 'version', 'kind'])
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return playlist && { ...playlist, canTakeVideos: playlist.kind === 'list' || owner?.keeps_history === true }
}

/**
 * Adds videos to the end of a locked playlist, in their order; those that are in it stay where they are. The caller has checked that its owner
 * may see them. Returns how many were added.
 */
export async function addToPlaylist(transaction: Transaction<Tables>, id: string, videoIds: readonly string[]): Promise<number> {
  // A video that was deleted meanwhile is left out. Those that stay cannot be deleted before this is stored.
  const { rows } = await sql<{ id: string }>`
    select id from videos where id = any(${videoIds}::uuid[]) order by id for key share`.execute(transaction)
  const there = new Set(rows.map((row) => row.id))
  const { rows: added } = await sql<{ video_id: string }>`
    insert into playlist_videos (playlist_id, video_id, position)
    select ${id}, added.video_id, added.number + coalesce((select max(position) from playlist_videos where playlist_id = ${id}), 0)
    from unnest(${videoIds.filter((each) => there.has(each))}::uuid[]) with ordinality as added (video_id, number)
    on conflict (playlist_id, video_id) do nothing returning video_id`.execute(transaction)
  if (added.length === 0) return 0
  const { count } = await transaction
    .selectFrom('playlist_videos')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('playlist_id', '=', id)
    .executeTakeFirstOrThrow()
  if (Number(count) > playlistRules.maxVideos) throw new Failure('CONFLICT', playlistSentences.full)
  const ids = added.map(({ video_id }) => video_id)
  await noteChange(transaction, id, await hasWatchable(transaction, ids))
  return added.length
}

/** Whether every viewer can see one of these videos in a list. */
export async function hasWatchable(transaction: Transaction<Tables>, videoIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select from videos where id = any(${videoIds}::uuid[]) and ${isWatchableByAll} limit 1`.execute(transaction)
  return rows.length > 0
}

/**
 * A new version: orders that were made from the one before are refused. The date, which everybody sees, stays when nobody but the owner can
 * see the change.
 */
export async function noteChange(transaction: Transaction<Tables>, id: string, isSeenByOthers: boolean): Promise<void> {
  await transaction
    .updateTable('playlists')
    .set({ version: sql<number>`version + 1`, ...(isSeenByOthers && { updated_at: sql<Date>`now()` }) })
    .where('id', '=', id)
    .execute()
}
