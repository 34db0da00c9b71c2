import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { newId } from '../../platform/database/new-id.ts'

/** Everything that is signed or hashed with the server's secret. Each use has its own derived key. */
export interface Tokens {
  /** A short-lived token. */
  issue(type: TokenType, subject: { userId: string; sessionId: string }): Promise<string>
  verify(token: string): Promise<{ userId: string; sessionId: string; expiresAt: number } | undefined>
  /** A refresh token and the hash that is stored. */
  newRefreshToken(): { token: string; hash: Buffer }
  hashRefreshToken(token: string): Buffer
  /** Six digits are easily guessed from a plain hash, so it is keyed and bound to its row. */
  hashCode(id: string, code: string): Buffer
  /** Distinguishes network addresses without storing them. */
  hashAddress(address: string): Buffer
  /** A signed reference to a challenge. */
  sealChallenge(id: string): string
  openChallenge(session: string): string | undefined
}

type TokenType = 'id' | 'access'

const tokenLife = '15m'
const issuer = 'video-forge'

export function createTokens(secret: string, life = tokenLife): Tokens {
  const keyFor = (use: string) => new Uint8Array(hkdfSync('sha256', secret, '', `video-forge ${use}`, 32))
  const signingKey = keyFor('tokens')
  const codeKey = keyFor('codes')
  const challengeKey = keyFor('challenges')
  const refreshKey = keyFor('refresh')
  const addressKey = keyFor('addresses')

  const challengeMac = (id: string) => createHmac('sha256', challengeKey).update(id).digest('base64url')
  const hashRefreshToken = (token: string) => createHmac('sha256', refreshKey).update(token).digest()

  return {
    issue: (type, { userId, sessionId }) =>
      new SignJWT({ sid: sessionId, use: type })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(issuer)
        .setSubject(userId)
        .setJti(newId())
        .setIssuedAt()
        .setExpirationTime(life)
        .sign(signingKey),

    async verify(token) {
      const verified = await jwtVerify(token, signingKey, {
        algorithms: ['HS256'],
        issuer,
        audience: issuer,
        requiredClaims: ['sub', 'exp', 'iat'],
      }).catch(() => undefined)
      const { sub, sid, use, exp = 0 } = verified?.payload ?? {}
      if (typeof sub !== 'string' || typeof sid !== 'string' || (use !== 'id' && use !== 'access')) return undefined
      return { userId: sub, sessionId: sid, expiresAt: exp * 1000 }
    },

    newRefreshToken() {
      const token = randomBytes(32).toString('base64url')
      return { token, hash: hashRefreshToken(token) }
    },
    hashRefreshToken,

    hashCode: (id, code) => createHmac('sha256', codeKey).update(`${id}:${code}`).digest(),

    hashAddress: (address) => createHmac('sha256', addressKey).update(address).digest(),

    sealChallenge: (id) => `${id}.${challengeMac(id)}`,
    openChallenge(session) {
      const [id = '', mac = ''] = session.split('.')
      const expected = Buffer.from(challengeMac(id))
      const given = Buffer.from(mac)
      return expected.length === given.length && timingSafeEqual(expected, given) ? id : undefined
    },
  }
}
