import { createHmac, sign } from 'node:crypto'

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** A playback token as a customer's server makes it. */
export function playbackToken(
  { kid, alg, secret }: { kid: string; alg: 'EdDSA' | 'HS256'; secret: string },
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
): string {
  const text = `${encode({ alg, kid, typ: 'JWT', ...header })}.${encode(claims)}`
  const signature = alg === 'HS256' ? createHmac('sha256', secret).update(text).digest() : sign(null, Buffer.from(text), secret)
  return `${text}.${signature.toString('base64url')}`
}

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds
