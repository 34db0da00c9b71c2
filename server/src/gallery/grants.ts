import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * A signed permission. It is valid for one video, until it expires, while the video's access version is the same, and only while its holder has
 * the right, which each request checks.
 */
export interface Grant {
  scope: Scope
  version: number
  /** Unix seconds. */
  expires: number
  holder: Holder
}

/**
 * In a media address, `own` gives access to every file of a job, `watch` to those that a player needs. `unlock` is no address: it says that its
 * holder has typed the password.
 */
const scopes = ['watch', 'own', 'unlock'] as const
type Scope = (typeof scopes)[number]

/**
 * `person`: the owner or an admin. `link`: a share link. `password`: somebody who has typed it. `token`: a playback token, by its key. `seat`: one
 * of the viewers that a token is limited to, by its key and the viewer's network. `anyone`: everybody, for a video that only some sites embed.
 */
const holderKinds = ['person', 'link', 'password', 'token', 'seat', 'anyone'] as const

export interface Holder {
  kind: (typeof holderKinds)[number]
  id: string
}

/** The id of holders that have none. */
export const nobody = '-'

const stepSeconds = 30 * 60

/** 30 to 60 minutes ahead, and the same within each half hour, so that addresses stay stable and browser caches work. */
export const nextExpiry = (now = Date.now()): number => (Math.floor(now / 1000 / stepSeconds) + 2) * stepSeconds

/** `opensFiles`: files of public videos have addresses without a signature. On a site that is not public they have none. */
export function createGrants(secret: string, opensFiles = true) {
  const sign = (videoId: string, text: string) =>
    createHmac('sha256', secret).update(`media ${videoId} ${text}`).digest('base64url').slice(0, 32)

  return {
    opensFiles,

    seal(videoId: string, { scope, version, expires, holder }: Grant): string {
      const text = [scope, version, expires.toString(36), holder.kind, holder.id].join('.')
      return `${text}.${sign(videoId, text)}`
    },

    /** The grant, if its signature is valid and it has not expired. */
    open(videoId: string, sealed: string, now = Date.now()): Grant | undefined {
      const [first, version = '', expires = '', second, id = '', signature = '', ...rest] = sealed.split('.')
      const scope = scopes.find((each) => each === first)
      const kind = holderKinds.find((each) => each === second)
      if (!scope || !kind || rest.length > 0) return undefined
      const given = Buffer.from(signature)
      const expected = Buffer.from(sign(videoId, [scope, version, expires, kind, id].join('.')))
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
      const until = Number.parseInt(expires, 36)
      return until * 1000 > now ? { scope, version: Number(version), expires: until, holder: { kind, id } } : undefined
    },

    /** Distinguishes the networks of viewers without saying which they are. */
    networkMark: (videoId: string, network: string): string =>
      createHmac('sha256', secret).update(`viewer ${videoId} ${network}`).digest('base64url').slice(0, 16),
  }
}

export type Grants = ReturnType<typeof createGrants>
