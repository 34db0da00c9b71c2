import type { ListedPlaylist } from '@video-forge/contract/playlists'
import { sql } from 'kysely'
import { pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import { describePlaylists, type PlaylistDeps, type ShownTo } from './describe-playlists.ts'
import { playlistColumns } from './see-playlist.ts'

interface PlaylistQuery {
  limit: number
  cursor?: string | undefined
  /** The id of the video that is asked for. */
  video?: string | undefined
  /** Only the public ones. */
  isPublic?: boolean
}

/** The playlists of one person, newest first. */
export async function listPlaylists(
  deps: PlaylistDeps,
  ownerId: string,
  { limit, cursor, video, isPublic = false }: PlaylistQuery,
  shownTo: ShownTo,
) {
  const { db } = deps
  let query = db.selectFrom('playlists').select(playlistColumns).where('user_id', '=', ownerId)
  if (isPublic) query = query.where('visibility', '=', 'public')
  if (cursor !== undefined) query = query.where('id', '<', parseIdCursor(cursor))
  const rows = await query
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  const { page, nextCursor } = pageOf(rows, limit, ({ id }) => id)
  const described = await describePlaylists(deps, page, shownTo)
  const having = video === undefined ? null : await playlistsWith(deps, page, video)
  const playlists: ListedPlaylist[] = described.map((playlist) => ({ ...playlist, hasVideo: having?.has(playlist.id) ?? null }))
  return { playlists, nextCursor }
}

async function playlistsWith({ db }: PlaylistDeps, rows: readonly { id: string }[], video: string): Promise<Set<string>> {
  const { rows: found } = await sql<{ playlist_id: string }>`
    select playlist_id from playlist_videos
    where video_id = ${video} and playlist_id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db)
  return new Set(found.map(({ playlist_id }) => playlist_id))
}
