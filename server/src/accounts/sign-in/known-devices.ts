import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RequestFacts } from '../../http/api/handlers.ts'

/**
 * Browsers that somebody has signed in with before. Such a browser is counted by itself, so what strangers do to an account
 * never holds its owner up there. It gives no access to anything.
 */
export interface KnownDevices {
  /** The device's id, when this account was signed in to with it. */
  find(facts: Pick<RequestFacts, 'cookie'>, userId: string): string | undefined
  remember(facts: Pick<RequestFacts, 'cookie' | 'setCookie'>, userId: string): void
}

const cookieName = 'video_forge_device'
/** As long as browsers keep a cookie. */
const maxAgeSeconds = 400 * 24 * 3600
/** People who share a browser; the one who has not signed in for longest is forgotten first. */
const maxAccounts = 5
const idBytes = 16

/** The cookie is a random id and, for each account, a seal over both: nothing to store, nothing to guess, no name in it. */
export function createKnownDevices(secret: string): KnownDevices {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'video-forge devices', 32))
  const sealOf = (device: string, userId: string) =>
    createHmac('sha256', key).update(`${device}:${userId}`).digest().subarray(0, idBytes).toString('base64url')

  return {
    find(facts, userId) {
      const { device, seals } = read(facts.cookie(cookieName))
      if (!device) return undefined
      const own = Buffer.from(sealOf(device, userId))
      return seals.some((seal) => timingSafeEqual(Buffer.from(seal), own)) ? device : undefined
    },

    remember(facts, userId) {
      const { device = randomBytes(idBytes).toString('base64url'), seals } = read(facts.cookie(cookieName))
      const own = sealOf(device, userId)
      const kept = [own, ...seals.filter((seal) => seal !== own)].slice(0, maxAccounts)
      facts.setCookie(cookieName, [device, ...kept].join('.'), maxAgeSeconds)
    },
  }
}

/** Both the id and a seal are 16 bytes, which are 22 characters. */
function read(cookie: string | undefined): { device?: string; seals: string[] } {
  if (!cookie || !/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(cookie)) return { seals: [] }
  const [device = '', ...seals] = cookie.split('.')
  return { device, seals }
}
