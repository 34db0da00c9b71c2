import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The part of a media address that says by what right it is asked for. `public` needs no proof: whether the video is public is
 * looked up each time. Everything else is signed, for one video, until a time, for the version of the video's visibility it was
 * made under, and for somebody: whether the holder still has the right is asked at each request.
 */
export interface Grant {
  /** `own` opens everything a job made; `watch` only what watching needs. */
  scope: 'watch' | 'own'
  version: number
  /** Unix seconds. */
  expires: number
  holder: Holder
}

/** Whose right it is: that of the owner or an admin, by user id, or that of a share link. */
export interface Holder {
  kind: 'person' | 'link'
  id: string
}

const stepSeconds = 30 * 60

/** Between half an hour and an hour ahead, the same for everybody who asks in the same half hour, so that browsers find what they have. */
export const nextExpiry = (now = Date.now()): number => (Math.floor(now / 1000 / stepSeconds) + 2) * stepSeconds

export function createGrants(secret: string) {
  const sign = (videoId: string, text: string) =>
    createHmac('sha256', secret).update(`media ${videoId} ${text}`).digest('base64url').slice(0, 32)

  return {
    seal(videoId: string, { scope, version, expires, holder }: Grant): string {
      const text = [scope, version, expires.toString(36), holder.kind, holder.id].join('.')
      return `${text}.${sign(videoId, text)}`
    },

    /** The grant of a genuine address that has not expired. */
    open(videoId: string, sealed: string, now = Date.now()): Grant | undefined {
      const [scope, version = '', expires = '', kind = '', id = '', signature = '', ...rest] = sealed.split('.')
      if ((scope !== 'watch' && scope !== 'own') || (kind !== 'person' && kind !== 'link') || rest.length > 0) return undefined
      const given = Buffer.from(signature)
      const right = Buffer.from(sign(videoId, [scope, version, expires, kind, id].join('.')))
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
      const until = Number.parseInt(expires, 36)
      return until * 1000 > now ? { scope, version: Number(version), expires: until, holder: { kind, id } } : undefined
    },
  }
}

export type Grants = ReturnType<typeof createGrants>
