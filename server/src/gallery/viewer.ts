import { createHash } from 'node:crypto'
import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import { sql } from 'kysely'
import type { Caller } from '../http/api/handlers.ts'
import { type Grant, nextExpiry } from './grants.ts'

/** Somebody who wants to see a video: a visitor, a user, an admin, or any of them with the secret of a share link. */
export interface Viewer {
  userId: string | undefined
  isAdmin: boolean
  linkHash: Buffer | undefined
}

/** By what right a viewer sees a video. Addresses are made from this alone, so each of them ends with the right behind it. */
export interface Right {
  isPublic: boolean
  /** The viewer's id, when they own the video or are an admin. */
  personId: string | null
  link: { id: string; expiresAt: Date } | null
}

/** Public, and there is something that others than the owner may have. */
export const watchableByAll = sql<boolean>`
  visibility = 'public' and status in ('ready', 'uploaded') and (status = 'ready' or shared_key is not null)`

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export const viewerOf = (caller: Caller | undefined, link?: string): Viewer => ({
  userId: caller?.userId,
  isAdmin: caller !== undefined && mayManageVideos(caller.groups),
  linkHash: link ? hashOfSecret(link) : undefined,
})

/** The right of somebody to whom a list has shown a video, so without a link. */
export const rightOf = (
  video: { visibility: 'public' | 'private'; user_id: string },
  userId: string | undefined,
  isAdmin: boolean,
): Right => ({
  isPublic: video.visibility === 'public',
  personId: userId && (isAdmin || video.user_id === userId) ? userId : null,
  link: null,
})

/** Whom a signed address is for, and until when. Without a holder there is none. */
export function holderOf({ personId, link }: Right): Pick<Grant, 'holder' | 'expires'> {
  if (personId) return { holder: { kind: 'person', id: personId }, expires: nextExpiry() }
  if (!link) throw new Error('A signed address needs somebody to be for.')
  const expires = Math.min(nextExpiry(), Math.floor(link.expiresAt.getTime() / 1000))
  return { holder: { kind: 'link', id: link.id }, expires }
}
