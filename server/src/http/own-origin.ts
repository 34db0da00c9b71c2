import type { FastifyRequest } from 'fastify'

const ownMachine = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The origin that addresses we hand out begin with. It is the configured one, except on one's own machine, which has several
 * names: there it is the name the caller used, or the page would have to fetch from a stranger in its own eyes.
 */
export function ownOrigin(publicUrl: string): (request: FastifyRequest) => string {
  const { protocol, hostname } = new URL(publicUrl)
  if (!ownMachine.has(hostname)) return () => publicUrl
  // The Host header itself: a proxy hands X-Forwarded-Host on as the visitor wrote it.
  return ({ headers: { host = '' } }) =>
    /^[\w.:[\]-]+$/.test(host) && ownMachine.has(host.replace(/:\d+$/, '')) ? `${protocol}//${host}` : publicUrl
}

/** Whether an origin is one that we may have handed out. */
export function isOwnOrigin(publicUrl: string): (origin: string) => boolean {
  const isOwnMachine = (origin: string) => ownMachine.has(new URL(origin).hostname)
  return (origin) => origin === publicUrl || (isOwnMachine(publicUrl) && URL.canParse(origin) && isOwnMachine(origin))
}
