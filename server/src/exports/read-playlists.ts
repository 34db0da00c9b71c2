import { sql } from 'kysely'
import { archiveVersion, type PlaylistsRecord } from '../platform/archive/archive-format.ts'
import type { Db } from '../platform/database/database.ts'

/** The playlists of a person with the ids of their videos in order, also of videos of other people, which are not in the archive. */
export async function readPlaylists(db: Db, userId: string): Promise<PlaylistsRecord> {
  const { rows } = await sql<Omit<PlaylistsRecord['playlists'][number], 'createdAt'> & { createdAt: Date }>`
    select id, title, description, visibility, kind, created_at as "createdAt", coalesce((
      select array_agg(video_id::text order by position, video_id) from playlist_videos where playlist_id = playlists.id
    ), '{}') as "videoIds"
    from playlists where user_id = ${userId} order by id`.execute(db)
  return { version: archiveVersion, playlists: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) }
}
