import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type MediaAddress, mediaRoute, parseMediaPath } from '../../platform/media-address.ts'
import type { CountAnswer } from '../health.ts'
import type { OriginOf } from '../own-origin.ts'
import { senderOf } from '../sender-of.ts'
import { requestedBytes } from './byte-range.ts'
import { cachingOf, type MediaDeps } from './media-bytes.ts'

/**
 * With a web server in front that sends the bytes, this only checks the permission of each range request and names the file. It runs
 * before Fastify, which would cost several times as much; the web server ignores the other headers of such a response. Downloads,
 * refusals and everything else go through Fastify. Both ways use the same check (`find`).
 */
export function addAccelRedirect(
  app: FastifyInstance,
  { find, accelPrefix, onServed }: MediaDeps,
  originOf: OriginOf,
  countAnswer: CountAnswer,
): void {
  const listeners = app.server.listeners('request')
  const passOn = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(app.server, request, response)
  }
  const redirectToFile = async (request: IncomingMessage, response: ServerResponse, { videoId, grant, name }: MediaAddress) => {
    const begun = performance.now()
    // Only Fastify knows the address behind proxies, so what is for one address is not found here and passed on.
    const sender = senderOf({ ip: '', headers: request.headers }, originOf(request))
    const file = await find(videoId, grant, name, 0, sender).catch(() => undefined)
    if (file?.kind !== 'stored') return passOn(request, response)
    response.writeHead(200, {
      'Content-Type': file.contentType,
      'Cache-Control': cachingOf(file, 0),
      'Cross-Origin-Resource-Policy': file.isPublic ? 'cross-origin' : 'same-origin',
      ...(file.isPublic && { 'Access-Control-Allow-Origin': '*' }),
      'X-Accel-Redirect': `${accelPrefix}/${file.key}`,
      'Content-Length': 0,
    })
    response.end()
    if (file.played) onServed(file.played, requestedBytes(request.headers.range, file.size ?? 0))
    countAnswer({ method: request.method ?? '', route: mediaRoute, status: 200 }, (performance.now() - begun) / 1000)
  }
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // Fastify answers requests to a closing server.
    const address = request.method === 'GET' && app.server.listening ? parseMediaPath(request.url ?? '') : undefined
    if (address) redirectToFile(request, response, address).catch(() => response.destroy())
    else passOn(request, response)
  })
}
