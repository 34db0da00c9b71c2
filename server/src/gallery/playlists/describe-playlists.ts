import type { Playlist, PlaylistDetails } from '@video-forge/contract/playlists'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { cardName } from '../../platform/media-address.ts'
import { describedColumns, thumbnailOf, type VideoRow } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import { rightOf, type Viewer } from '../viewer.ts'
import { isListedFor } from './listed-videos.ts'
import type { PlaylistRow } from './see-playlist.ts'

export interface PlaylistDeps {
  db: Db
  grants: Grants
}

/** For whom something is described, and the origin of its addresses. */
export interface ShownTo {
  viewer: Viewer
  origin: string
}

/** Playlists with what this viewer may see of them: other videos neither count nor give a picture. */
export async function describePlaylists(deps: PlaylistDeps, rows: readonly PlaylistRow[], shownTo: ShownTo): Promise<Playlist[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const { viewer } = shownTo
  const [counts, firsts] = await Promise.all([countVideos(deps.db, ids, viewer), firstVideos(deps.db, ids, viewer)])
  return rows.map((row) => describe(row, viewer, counts.get(row.id) ?? 0, pictureOf(deps.grants, firsts.get(row.id), shownTo)))
}

/** One playlist with all ids. `isEmbedded` leaves out what only some sites may embed: inside a frame nothing else checks that. */
export async function describeDetails(
  deps: PlaylistDeps,
  row: PlaylistRow,
  shownTo: ShownTo,
  isEmbedded = false,
): Promise<PlaylistDetails> {
  const { viewer } = shownTo
  const { rows } = await sql<{ id: string }>`
    select videos.id from playlist_videos join videos on videos.id = playlist_videos.video_id
    where playlist_id = ${row.id} and ${isListedFor(viewer)} and ${isEmbedded ? sql`embed_domains = '{}'` : sql`true`}
    order by position, video_id`.execute(deps.db)
  const firsts = await firstVideos(deps.db, [row.id], viewer)
  const described = describe(row, viewer, rows.length, pictureOf(deps.grants, firsts.get(row.id), shownTo))
  // Only for the owner: it also counts changes of videos that others do not see.
  return { ...described, version: described.canEdit ? row.version : null, videoIds: rows.map(({ id }) => id) }
}

const describe = (row: PlaylistRow, { userId }: Viewer, videoCount: number, thumbnailUrl: string | null): Playlist => ({
  id: row.id,
  title: row.title,
  description: row.description,
  visibility: row.visibility,
  kind: row.kind,
  videoCount,
  thumbnailUrl,
  owner: row.owner_name === null ? null : { username: row.owner_name, name: row.owner_name },
  canEdit: row.user_id === userId,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

async function countVideos(db: Db, ids: readonly string[], viewer: Viewer): Promise<Map<string, number>> {
  const { rows } = await sql<{ playlist_id: string; count: number }>`
    select playlist_id, count(*)::int as count from playlist_videos join videos on videos.id = playlist_videos.video_id
    where playlist_id = any(${ids}::uuid[]) and ${isListedFor(viewer)} group by playlist_id`.execute(db)
  return new Map(rows.map(({ playlist_id, count }) => [playlist_id, count]))
}

/** The first video of each playlist that this viewer may see. */
export async function firstVideos(db: Db, ids: readonly string[], viewer: Viewer): Promise<Map<string, VideoRow>> {
  const { rows: firsts } = await sql<{ id: string; video_id: string | null }>`
    select listed.id, (
      select video_id from playlist_videos join videos on videos.id = video_id
      where playlist_id = listed.id and ${isListedFor(viewer)} order by position, video_id limit 1) as video_id
    from unnest(${ids}::uuid[]) as listed (id)`.execute(db)
  const videoIds = firsts.flatMap(({ video_id }) => video_id ?? [])
  if (videoIds.length === 0) return new Map()
  const rows = await db.selectFrom('videos').select(describedColumns).where('id', 'in', videoIds).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    firsts.flatMap(({ id, video_id }) => {
      const row = video_id && byId.get(video_id)
      return row ? [[id, row]] : []
    }),
  )
}

const pictureOf = (grants: Grants, video: VideoRow | undefined, { viewer, origin }: ShownTo): string | null =>
  video ? thumbnailOf(video, origin + mediaBase(grants, video, rightOf(video, viewer.userId, viewer.isAdmin)), cardName) : null
