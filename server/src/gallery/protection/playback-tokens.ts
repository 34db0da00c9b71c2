import { createHash, createPublicKey, createSecretKey, type KeyObject } from 'node:crypto'
import { protectionRules, type SigningAlgorithm } from '@video-forge/contract/rules/protection-rules'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import type { Cache } from '../../platform/cache/cache.ts'
import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { Grants, Holder } from '../grants.ts'
import { takeSeat } from './token-seats.ts'

/** A token that opens the videos of this owner which it names, or why it opens nothing. */
export type OpenedToken = { ownerId: string; holder: Holder; expires: number } | { problem: string }

interface TokenDeps {
  db: Db
  cache: Cache
  grants: Grants
  secrets: SecretBox
}

export type OpenToken = (videoId: string, token: string, address: string) => Promise<OpenedToken>

const claimsSchema = z.object({
  sub: z.string(),
  exp: z.number(),
  viewers: z.number().int().min(1).max(protectionRules.maxTokenViewers).optional(),
})

const refused = (problem: string): OpenedToken => ({ problem })
/** For everything that only somebody with another key can cause: it must not say whether the video exists. */
const unknownKey = refused('No key of this account has signed it.')

/** Checks playback tokens. The algorithm is that of the key, whatever the token says, and the key must be one of the video's owner. */
export function createTokenReader({ db, cache, grants, secrets }: TokenDeps): OpenToken {
  return async (videoId, token, address) => {
    const key = await findKey({ db, secrets }, videoId, token)
    if (!key) return unknownKey
    const verified = await verify(token, key)
    if ('problem' in verified) return verified
    const { sub, exp, viewers } = verified
    if (sub.toLowerCase() !== videoId.toLowerCase()) return refused('It is for another video.')
    const latest = Date.now() / 1000 + protectionRules.maxTokenDays * 86_400
    if (exp > latest + 60) return refused(`It may end at most ${protectionRules.maxTokenDays} days from now.`)
    const opened = { ownerId: key.ownerId, expires: Math.floor(exp) }
    if (viewers === undefined) return { ...opened, holder: { kind: 'token', id: key.id } }
    const mark = grants.networkMark(videoId, clientNetworks(address)[0].key)
    const isSeated = await takeSeat({ db, cache }, { keyId: key.id, tokenHash: hashOf(token), mark, viewers, expires: opened.expires })
    return isSeated
      ? { ...opened, holder: { kind: 'seat', id: seatOf(key.id, mark) } }
      : refused('As many viewers as it allows have used it.')
  }
}

const uuidLength = 36
const seatOf = (keyId: string, mark: string): string => `${keyId}_${mark}`

/** The key and the viewer's network of a holder with a seat. */
export const partsOfSeat = (id: string) => ({ keyId: id.slice(0, uuidLength), mark: id.slice(uuidLength + 1) })

/** Of what is signed: the same signature can be written in several ways. */
const hashOf = (token: string): Buffer =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest()

interface FoundKey {
  id: string
  ownerId: string
  algorithm: SigningAlgorithm
  key: KeyObject
}

async function findKey({ db, secrets }: Pick<TokenDeps, 'db' | 'secrets'>, videoId: string, token: string): Promise<FoundKey | undefined> {
  const header = readHeader(token)
  if (!header || !isUuid(videoId.toLowerCase())) return undefined
  const row = await db
    .selectFrom('signing_keys')
    .innerJoin('users', 'users.id', 'signing_keys.user_id')
    .innerJoin('videos', 'videos.user_id', 'signing_keys.user_id')
    .select(['signing_keys.id', 'signing_keys.user_id', 'algorithm', 'public_key', 'secret'])
    .where('signing_keys.id', '=', header.kid)
    .where('videos.id', '=', videoId)
    .where('users.disabled_at', 'is', null)
    .executeTakeFirst()
  if (!row || row.algorithm !== header.alg) return undefined
  const key = row.public_key ? createPublicKey(row.public_key) : secretKey(row.secret && secrets.open(row.secret))
  return key && { id: row.id, ownerId: row.user_id, algorithm: row.algorithm, key }
}

const secretKey = (secret: string | null | undefined): KeyObject | undefined => (secret ? createSecretKey(secret, 'utf8') : undefined)

function readHeader(token: string): { kid: string; alg: string } | undefined {
  try {
    const { kid = '', alg = '' } = decodeProtectedHeader(token)
    return isUuid(kid.toLowerCase()) ? { kid: kid.toLowerCase(), alg } : undefined
  } catch {
    return undefined
  }
}

async function verify(token: string, { key, algorithm }: FoundKey): Promise<z.infer<typeof claimsSchema> | { problem: string }> {
  try {
    const { payload } = await jwtVerify(token, key, { algorithms: [algorithm], requiredClaims: ['sub', 'exp'] })
    const claims = claimsSchema.safeParse(payload)
    if (claims.success) return claims.data
    const name = String(claims.error.issues[0]?.path[0])
    return name === 'viewers'
      ? { problem: `Its claim "viewers" must be a whole number from 1 to ${protectionRules.maxTokenViewers}.` }
      : wrongClaim(name)
  } catch (error) {
    return { problem: problemOf(error) }
  }
}

function problemOf(error: unknown): string {
  if (error instanceof errors.JWTExpired) return 'It has expired.'
  if (!(error instanceof errors.JWTClaimValidationFailed)) return 'Its signature is wrong.'
  return error.claim === 'nbf' && error.reason === 'check_failed' ? 'Its time has not begun yet.' : wrongClaim(error.claim).problem
}

const wrongClaim = (name: string) => ({ problem: `Its claim "${name}" is missing or wrong.` })
