import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * Links that carry their own permission: a method, an object and an expiry, signed with the server's secret. To check one needs no lookup.
 */
export interface LinkClaims {
  method: 'GET' | 'PUT'
  key: string
  /** Unix seconds. */
  expires: number
  filename?: string
  contentType?: string
  maxBytes?: number
}

export function signLink(claims: LinkClaims, secret: string): URLSearchParams {
  const query = new URLSearchParams({ method: claims.method, expires: String(claims.expires) })
  if (claims.filename) query.set('filename', claims.filename)
  if (claims.contentType) query.set('type', claims.contentType)
  if (claims.maxBytes !== undefined) query.set('max', String(claims.maxBytes))
  query.set('signature', signatureOf(claims, secret).toString('base64url'))
  return query
}

/** The claims of a link that is genuine and not expired. */
export function verifyLink(key: string, query: URLSearchParams, secret: string, now = Date.now()): LinkClaims | undefined {
  const method = query.get('method')
  const expires = Number(query.get('expires'))
  if ((method !== 'GET' && method !== 'PUT') || !Number.isSafeInteger(expires)) return undefined
  const claims: LinkClaims = { method, key, expires }
  const filename = query.get('filename')
  const contentType = query.get('type')
  const max = query.get('max')
  if (filename) claims.filename = filename
  if (contentType) claims.contentType = contentType
  if (max) claims.maxBytes = Number(max)
  const given = Buffer.from(query.get('signature') ?? '', 'base64url')
  const right = signatureOf(claims, secret)
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined
  return expires * 1000 > now ? claims : undefined
}

/** JSON separates the claims, whatever characters they contain. */
function signatureOf(claims: LinkClaims, secret: string): Buffer {
  const parts = [claims.method, claims.key, claims.expires, claims.filename ?? null, claims.contentType ?? null, claims.maxBytes ?? null]
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest()
}
