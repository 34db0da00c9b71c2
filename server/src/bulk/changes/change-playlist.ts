import { Failure } from '@video-forge/contract/errors'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { ChangeResult } from '../change-video.ts'

interface PlaylistChange {
  action: 'add-to-playlist' | 'remove-from-playlist'
  playlistId: string
}

/** The person is part of the query, so that the playlist of somebody else is not found. Its row is locked, so that positions stay in order. */
export async function changePlaylist(
  transaction: Transaction<Tables>,
  videoId: string,
  userId: string,
  { action, playlistId }: PlaylistChange,
): Promise<ChangeResult> {
  const playlist = await transaction
    .selectFrom('playlists')
    .select('id')
    .where('id', '=', playlistId)
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!playlist) throw new Failure('NOT_FOUND', 'There is no such playlist.')
  const { numAffectedRows } =
    action === 'add-to-playlist'
      ? await sql`
        insert into playlist_videos (playlist_id, video_id, position)
        select ${playlistId}::uuid, ${videoId}::uuid, coalesce(max(position), 0) + 1 from playlist_videos where playlist_id = ${playlistId}
        on conflict do nothing`.execute(transaction)
      : await sql`delete from playlist_videos where playlist_id = ${playlistId} and video_id = ${videoId}`.execute(transaction)
  if (!numAffectedRows) {
    return { status: 'skipped', reason: action === 'add-to-playlist' ? 'Already in this playlist' : 'Not in this playlist' }
  }
  await transaction
    .updateTable('playlists')
    .set({ version: sql<number>`version + 1`, updated_at: new Date() })
    .where('id', '=', playlistId)
    .execute()
  return { status: 'done' }
}
