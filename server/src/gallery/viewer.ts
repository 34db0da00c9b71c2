import { createHash } from 'node:crypto'
import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import { sql } from 'kysely'
import type { Caller } from '../http/api/handlers.ts'
import { type Grant, nextExpiry } from './grants.ts'

/** Who requests a video: a visitor, a user or an admin, possibly with the secret of a share link. */
export interface Viewer {
  userId: string | undefined
  isAdmin: boolean
  linkHash: Buffer | undefined
}

/** Why a viewer may see a video. Media addresses are made from this alone, so they expire with it. */
export interface Right {
  isPublic: boolean
  /** The viewer's id, when they own the video or are an admin. */
  personId: string | null
  link: { id: string; expiresAt: Date } | null
}

/** Public, with a rendition or a shareable original. */
export const isWatchableByAll = sql<boolean>`
  visibility = 'public' and status in ('ready', 'uploaded') and (status = 'ready' or shared_key is not null)`

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const viewerOf = (caller: Caller | undefined, link?: string): Viewer => ({
  userId: caller?.userId,
  isAdmin: caller !== undefined && mayManageVideos(caller.groups),
  linkHash: link ? hashOfSecret(link) : undefined,
})

/** The right of a viewer without a share link. */
export const rightOf = (
  video: { visibility: 'public' | 'private'; user_id: string },
  userId: string | undefined,
  isAdmin: boolean,
): Right => ({
  isPublic: video.visibility === 'public',
  personId: userId && (isAdmin || video.user_id === userId) ? userId : null,
  link: null,
})

/** Whether a viewer who may watch a video may also save its files. */
export const mayDownload = ({ allow_download }: { allow_download: boolean }, { personId }: Pick<Right, 'personId'>): boolean =>
  allow_download || personId !== null

/** Who a signed address is for, and when it expires. */
export function holderOf({ personId, link }: Right): Pick<Grant, 'holder' | 'expires'> {
  if (personId) return { holder: { kind: 'person', id: personId }, expires: nextExpiry() }
  if (!link) throw new Error('A signed address needs a holder.')
  const expires = Math.min(nextExpiry(), Math.floor(link.expiresAt.getTime() / 1000))
  return { holder: { kind: 'link', id: link.id }, expires }
}
