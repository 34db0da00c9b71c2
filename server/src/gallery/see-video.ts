import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { describedColumns } from './describe-video.ts'
import { rightOf, type Viewer } from './viewer.ts'

export type SeenVideo = NonNullable<Awaited<ReturnType<typeof seeVideo>>>

/**
 * A video with the viewer's right to see it; undefined for everybody else. One query reads both, so that a link revoked in between
 * cannot lead to an address without a holder.
 */
export async function seeVideo(db: Db, id: string, { userId, isAdmin, linkHash }: Viewer) {
  const row = await db
    .selectFrom('videos')
    .leftJoin(
      (from) =>
        from
          .selectFrom('share_links')
          .select(['share_links.id as link_id', 'share_links.expires_at as link_expires_at', 'share_links.video_id as linked_id'])
          .where('token_hash', '=', linkHash ?? Buffer.alloc(0))
          .where('expires_at', '>', sql<Date>`now()`)
          .as('link'),
      (join) => join.onRef('link.linked_id', '=', 'videos.id'),
    )
    .select([...describedColumns, 'show_heat', 'original_key', 'original_mime', 'chapters', 'allow_download', 'link_id', 'link_expires_at'])
    .select(['auto_captions', 'spoken_language'])
    .where('videos.id', '=', id)
    .where(({ or, eb }) =>
      or([
        eb('visibility', '=', 'public'),
        eb.val(isAdmin),
        ...(userId ? [eb('user_id', '=', userId)] : []),
        eb('link_id', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { link_id, link_expires_at, ...video } = row
  return {
    video,
    right: {
      ...rightOf(video, userId, isAdmin),
      link: link_id && link_expires_at ? { id: link_id, expiresAt: link_expires_at } : null,
    },
  }
}
