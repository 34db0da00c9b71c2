import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { maySend } from '../platform/network/sender.ts'
import { describedColumns } from './describe-video.ts'
import { type Right, rightOf, type Viewer } from './viewer.ts'

export type SeenVideo = Omit<NonNullable<Awaited<ReturnType<typeof lookUpVideo>>>, 'isLocked'>

/**
 * A video with the viewer's right to see it; undefined for everybody else. One query reads both, so that a link revoked in between
 * cannot lead to an address without a holder. `isLocked`: only the password is missing.
 */
export async function lookUpVideo(db: Db, id: string, { userId, isAdmin, isStranger, linkHash, unlocked, token }: Viewer) {
  const tokenOwner = token && 'ownerId' in token ? token : undefined
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
    .select([...describedColumns, 'show_heat', 'original_key', 'original_mime', 'chapters', 'link_id', 'link_expires_at'])
    .select(['auto_captions', 'spoken_language', 'thumbnail_is_placeholder'])
    .where('videos.id', '=', id)
    .where(({ or, eb }) =>
      or([
        ...(isStranger ? [] : [eb('visibility', '=', 'public'), eb('opens_by_password', '=', true)]),
        eb.val(isAdmin),
        ...(userId ? [eb('user_id', '=', userId)] : []),
        ...(tokenOwner ? [eb('user_id', '=', tokenOwner.ownerId)] : []),
        eb('link_id', 'is not', null),
      ]),
    )
    .executeTakeFirst()
  if (!row) return undefined
  const { link_id, link_expires_at, ...video } = row
  const isUnlocked = unlocked?.version === video.access_version
  const right: Right = {
    ...rightOf(video, userId, isAdmin),
    link: link_id && link_expires_at ? { id: link_id, expiresAt: link_expires_at } : null,
    token: tokenOwner?.ownerId === video.user_id ? { holder: tokenOwner.holder, expires: tokenOwner.expires } : null,
    unlockedUntil: video.has_password && isUnlocked ? unlocked.expires : null,
  }
  const isLocked = video.has_password && !right.personId && !right.token && right.unlockedUntil === null
  return { video, right, isLocked }
}

/** Whether a video opens for everybody with its password. */
export async function asksForPassword(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('videos').select('opens_by_password').where('id', '=', id).executeTakeFirst()
  return row?.opens_by_password === true
}

export const passwordRequired = () => new Failure('PASSWORD_REQUIRED', sentences.passwordRequired)

/** The same for those who want to watch. Rejects where the password is missing, the token is not valid, or another site asks than may. */
export async function seeVideo(db: Db, id: string, viewer: Viewer): Promise<SeenVideo | undefined> {
  const found = await lookUpVideo(db, id, viewer)
  if ((!found || found.isLocked) && viewer.token && 'problem' in viewer.token) {
    throw new Failure('INVALID_TOKEN', `This playback token is not valid. ${viewer.token.problem}`.trim())
  }
  if (!found) return undefined
  const { isLocked, ...seen } = found
  if (viewer.sender && !seen.right.personId && !maySend(viewer.sender, seen.video.embed_domains)) {
    throw new Failure('NOT_ALLOWED', sentences.embedNotAllowed)
  }
  if (isLocked) throw passwordRequired()
  return seen
}
