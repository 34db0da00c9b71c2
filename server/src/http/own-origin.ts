import type { IncomingHttpHeaders } from 'node:http'

/** The origin of this site for a request. */
export type OriginOf = (request: { headers: IncomingHttpHeaders }) => string

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The origin of addresses in responses. It is the configured one, except for localhost, which has several names: there it is the one
 * in the request, because any other would be cross-origin for the page.
 */
export function ownOrigin(publicUrl: string): OriginOf {
  const { protocol, hostname } = new URL(publicUrl)
  if (!localNames.has(hostname)) return () => publicUrl
  // Read from Host: proxies pass X-Forwarded-Host on as the client sent it.
  return ({ headers: { host = '' } }) =>
    /^[\w.:[\]-]+$/.test(host) && localNames.has(host.replace(/:\d+$/, '')) ? `${protocol}//${host}` : publicUrl
}

/** Whether an origin is one of this server's. */
export function isOwnOrigin(publicUrl: string): (origin: string) => boolean {
  const isLocal = (origin: string) => localNames.has(new URL(origin).hostname)
  return (origin) => origin === publicUrl || (isLocal(publicUrl) && URL.canParse(origin) && isLocal(origin))
}
