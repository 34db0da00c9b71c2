import { createHash } from 'node:crypto'
import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import type { Caller } from '../http/api/handlers.ts'
import type { Sender } from '../platform/network/sender.ts'
import { type Grant, type Holder, nextExpiry, nobody } from './grants.ts'
import type { OpenedToken } from './protection/playback-tokens.ts'

/** Who requests a video: a visitor, a user or an admin, possibly with something that opens it. */
export interface Viewer {
  userId: string | undefined
  isAdmin: boolean
  /** On a site that is not public: somebody without an account, who sees only what a link or token opens. */
  isStranger?: boolean | undefined
  linkHash: Buffer | undefined
  /** From a typed password. */
  unlocked?: Grant | undefined
  token?: OpenedToken | undefined
  /** Where the request comes from; undefined where that does not matter. */
  sender?: Sender | undefined
}

/** Why a viewer may see a video. Media addresses are made from this alone, so they expire with it. */
export interface Right {
  isPublic: boolean
  /** The viewer's id, when they own the video or are an admin. */
  personId: string | null
  link: { id: string; expiresAt: Date } | null
  /** Who holds the playback token, and its end in Unix seconds. */
  token: { holder: Holder; expires: number } | null
  /** The end of what the typed password opens, in Unix seconds. */
  unlockedUntil: number | null
}

export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest()

/** A viewer with nothing but their account. */
export const viewerOf = (caller: Pick<Caller, 'userId' | 'groups'> | undefined): Viewer => ({
  userId: caller?.userId,
  isAdmin: caller !== undefined && mayManageVideos(caller.groups),
  linkHash: undefined,
})

type Visible = { visibility: 'public' | 'private' }

/** The right of the owner or an admin, or that of everybody. */
export const personRight = ({ visibility }: Visible, personId: string | null): Right => ({
  isPublic: visibility === 'public',
  personId,
  link: null,
  token: null,
  unlockedUntil: null,
})

/** The right of a viewer with nothing but their account. */
export const rightOf = (video: Visible & { user_id: string }, userId: string | undefined, isAdmin: boolean): Right =>
  personRight(video, userId && (isAdmin || video.user_id === userId) ? userId : null)

/** Whether a viewer who may watch a video may also save its files. */
export const mayDownload = ({ allow_download }: { allow_download: boolean }, { personId }: Pick<Right, 'personId'>): boolean =>
  allow_download || personId !== null

/** Who a signed address is for, and when it expires. */
export function holderOf({ isPublic, personId, token, link, unlockedUntil }: Right): Pick<Grant, 'holder' | 'expires'> {
  if (personId) return { holder: { kind: 'person', id: personId }, expires: nextExpiry() }
  if (token) return { holder: token.holder, expires: Math.min(nextExpiry(), token.expires) }
  const until = Math.min(nextExpiry(), unlockedUntil ?? Number.POSITIVE_INFINITY)
  if (link) return { holder: { kind: 'link', id: link.id }, expires: Math.min(until, Math.floor(link.expiresAt.getTime() / 1000)) }
  if (unlockedUntil !== null) return { holder: { kind: 'password', id: nobody }, expires: until }
  if (isPublic) return { holder: { kind: 'anyone', id: nobody }, expires: until }
  throw new Error('A signed address needs a holder.')
}
