import type { Video } from '@video-forge/contract/gallery'
import { sql } from 'kysely'
import { badCursor, pageOf, parseIdCursor } from '../../platform/database/cursor.ts'
import { describedColumns, describeVideo, type VideoRow } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import { rightOf } from '../viewer.ts'
import type { PlaylistDeps, ShownTo } from './describe-playlists.ts'
import { isListedFor } from './listed-videos.ts'

/** A video of a list as its card shows it. */
export function describeCard(grants: Grants, row: VideoRow, { viewer, origin }: ShownTo): Video {
  const right = rightOf(row, viewer.userId, viewer.isAdmin)
  return describeVideo(row, origin + mediaBase(grants, row, right), right)
}

/**
 * One page of a playlist. A cursor is the id of the video with which the page begins: a position would show how many videos before it are
 * hidden. One that the viewer may not see does not work as a cursor either.
 */
export async function listPlaylistVideos(
  { db, grants }: PlaylistDeps,
  playlistId: string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
  shownTo: ShownTo,
): Promise<{ videos: Video[]; nextCursor: string | null }> {
  const inOrder = db
    .selectFrom('playlist_videos')
    .innerJoin('videos', 'videos.id', 'playlist_videos.video_id')
    .where('playlist_id', '=', playlistId)
    .where(isListedFor(shownTo.viewer))
  const begin = cursor === undefined ? undefined : parseIdCursor(cursor).toLowerCase()
  const first = begin && (await inOrder.select('position').where('video_id', '=', begin).executeTakeFirst())
  if (begin && !first) throw badCursor()
  const page = first ? inOrder.where(sql<boolean>`(position, video_id) >= (${first.position}, ${begin}::uuid)`) : inOrder
  const rows = await page
    .select(describedColumns)
    .orderBy('position')
    .orderBy('video_id')
    .limit(limit + 1)
    .execute()
  const { page: shown } = pageOf(rows, limit, ({ id }) => id)
  return { videos: shown.map((row) => describeCard(grants, row, shownTo)), nextCursor: rows[limit]?.id ?? null }
}
