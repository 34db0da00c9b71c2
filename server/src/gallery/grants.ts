import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * The permission in a signed media address. It is valid for one video, until it expires, while the video's access version is the
 * same, and only while its holder has the right, which each request checks.
 */
export interface Grant {
  /** `own` gives access to every file of a job, `watch` to those that a player needs. */
  scope: 'watch' | 'own'
  version: number
  /** Unix seconds. */
  expires: number
  holder: Holder
}

/** A person (the owner or an admin) or a share link. */
export interface Holder {
  kind: 'person' | 'link'
  id: string
}

const stepSeconds = 30 * 60

/** 30 to 60 minutes ahead, and the same within each half hour, so that addresses stay stable and browser caches work. */
export const nextExpiry = (now = Date.now()): number => (Math.floor(now / 1000 / stepSeconds) + 2) * stepSeconds

export function createGrants(secret: string) {
  const sign = (videoId: string, text: string) =>
    createHmac('sha256', secret).update(`media ${videoId} ${text}`).digest('base64url').slice(0, 32)

  return {
    seal(videoId: string, { scope, version, expires, holder }: Grant): string {
      const text = [scope, version, expires.toString(36), holder.kind, holder.id].join('.')
      return `${text}.${sign(videoId, text)}`
    },

    /** The grant, if its signature is valid and it has not expired. */
    open(videoId: string, sealed: string, now = Date.now()): Grant | undefined {
      const [scope, version = '', expires = '', kind = '', id = '', signature = '', ...rest] = sealed.split('.')
      if ((scope !== 'watch' && scope !== 'own') || (kind !== 'person' && kind !== 'link') || rest.length > 0) return undefined
      const given = Buffer.from(signature)
      const expected = Buffer.from(sign(videoId, [scope, version, expires, kind, id].join('.')))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const until = Number.parseInt(expires, 36)
      return until * 1000 > now ? { scope, version: Number(version), expires: until, holder: { kind, id } } : undefined
    },
  }
}

export type Grants = ReturnType<typeof createGrants>
