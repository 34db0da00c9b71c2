import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { RequestFacts } from '../../http/api/handlers.ts'

/**
 * Browsers that have signed in to an account before. Rate limits count them separately, so that attacks on an account never lock its
 * owner out. A known device gives no access by itself.
 */
export interface KnownDevices {
  /** The device's id, if it has signed in to this account. */
  find(facts: Pick<RequestFacts, 'cookie'>, userId: string): string | undefined
  remember(facts: Pick<RequestFacts, 'cookie' | 'setCookie'>, userId: string): void
}

const cookieName = 'video_forge_device'
/** The maximum that browsers allow. */
const maxAgeSeconds = 400 * 24 * 3600
/** Accounts on a shared browser; the one without a sign-in for the longest time is dropped first. */
const maxAccounts = 5
const idBytes = 16

/** The cookie has a random id and a signature for each account, so that the server stores nothing and the cookie names nobody. */
export function createKnownDevices(secret: string): KnownDevices {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'video-forge devices', 32))
  const signatureOf = (device: string, userId: string) =>
    createHmac('sha256', key).update(`${device}:${userId}`).digest().subarray(0, idBytes).toString('base64url')

  return {
    find(facts, userId) {
      const { device, signatures } = read(facts.cookie(cookieName))
      if (!device) return undefined
      const own = Buffer.from(signatureOf(device, userId))
      return signatures.some((signature) => timingSafeEqual(Buffer.from(signature), own)) ? device : undefined
    },

    remember(facts, userId) {
      const { device = randomBytes(idBytes).toString('base64url'), signatures } = read(facts.cookie(cookieName))
      const own = signatureOf(device, userId)
      const remembered = [own, ...signatures.filter((signature) => signature !== own)].slice(0, maxAccounts)
      facts.setCookie(cookieName, [device, ...remembered].join('.'), maxAgeSeconds)
    },
  }
}

/** The id and each signature are 16 bytes, which are 22 characters. */
function read(cookie: string | undefined): { device?: string; signatures: string[] } {
  if (!cookie || !/^[\w-]{22}(\.[\w-]{22}){1,5}$/.test(cookie)) return { signatures: [] }
  const [device = '', ...signatures] = cookie.split('.')
  return { device, signatures }
}
