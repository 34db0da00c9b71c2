import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { jwtVerify, SignJWT } from 'jose'
import { newId } from '../../platform/database/new-id.ts'

/** Everything that is signed or hashed with the server's secret. Each use has a key of its own, derived from that one. */
export interface Tokens {
  /** A short-lived token of one type; a token of another type is never taken in its place. */
  issue(type: TokenType, subject: { userId: string; sessionId: string }): Promise<string>
  verify(token: string): Promise<{ userId: string; sessionId: string; expiresAt: number } | undefined>
  /** A refresh token and what is kept of it. */
  newRefreshToken(): { token: string; hash: Buffer }
  hashRefreshToken(token: string): Buffer
  /** Six digits alone are quickly guessed from a plain hash, so theirs is keyed, and bound to the row it belongs to. */
  hashCode(id: string, code: string): Buffer
  /** Tells two network addresses apart without keeping either. */
  hashAddress(address: string): Buffer
  /** A reference to a challenge that only we can have given out. */
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
      const right = Buffer.from(challengeMac(id))
      const given = Buffer.from(mac)
      return right.length === given.length && timingSafeEqual(right, given) ? id : undefined
    },
  }
}
