import { createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomBytes } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import type { SigningAlgorithm } from '@video-forge/contract/rules/protection-rules'
import type { SecretBox } from '../../platform/secret-box.ts'

interface NewSigningKey {
  stored: { public_key: string | null; secret: Buffer | null }
  /** For its owner, shown once; null if they have made the pair themselves. */
  secret: string | null
}

/** What is stored of a new key, and what its owner gets. Of a pair, the private half is never stored. */
export function newSigningKey(algorithm: SigningAlgorithm, publicKey: string | undefined, secrets: SecretBox): NewSigningKey {
  if (algorithm === 'HS256') {
    if (publicKey !== undefined) throw refused('A key of HS256 is secret. Leave the public key out, or choose EdDSA.')
    const secret = randomBytes(32).toString('base64url')
    return { stored: { public_key: null, secret: secrets.seal(secret) }, secret }
  }
  if (publicKey !== undefined) return { stored: { public_key: pemOf(readPublicKey(publicKey)), secret: null }, secret: null }
  const pair = generateKeyPairSync('ed25519')
  const secret = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  return { stored: { public_key: pemOf(pair.publicKey), secret: null }, secret }
}

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()

function readPublicKey(text: string): KeyObject {
  const key = parsed(text.trim())
  if (key?.asymmetricKeyType !== 'ed25519') throw refused('This is not an Ed25519 public key, as PEM or JWK.')
  return key
}

function parsed(text: string): KeyObject | undefined {
  // A private key would be accepted as well: its owner should hear that it is one, and we should not have it.
  if (/PRIVATE KEY/.test(text)) throw refused('This is a private key. Send only the public one, and keep this one to yourself.')
  try {
    if (!text.startsWith('{')) return createPublicKey(text)
    const { kty, crv, x, d } = JSON.parse(text) as JsonWebKey
    if (d !== undefined) throw refused('This is a private key. Send only the public one, and keep this one to yourself.')
    return createPublicKey({ format: 'jwk', key: { kty: kty ?? '', crv: crv ?? '', x: x ?? '' } })
  } catch (error) {
    if (error instanceof Failure) throw error
    return undefined
  }
}

const refused = (message: string): Failure => new Failure('INVALID_INPUT', message, { details: [{ field: 'publicKey', message }] })
