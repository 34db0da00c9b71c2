import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { type MediaAddress, mediaRoute, parseMediaPath } from '../../platform/media-address.ts'
import type { CountAnswer } from '../health.ts'
import { type MediaDeps, privateCaching, publicCaching } from './media-bytes.ts'

/**
 * Where the web server in front sends the bytes, our part in each range is to say whether it may and where the file lies. That is
 * said before the application begins its work on the request, which would cost several times as much: of such an answer the web
 * server takes type, caching and what its configuration picks, and drops all other headers. Whoever may not have it, a download
 * and everything else goes the usual way. The rule is the same one (`find`), asked for each request.
 */
export function addAccelRedirect(app: FastifyInstance, { find, accelPrefix }: MediaDeps, countAnswer: CountAnswer): void {
  const listeners = app.server.listeners('request')
  const passOn = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(app.server, request, response)
  }
  const redirectToFile = async (request: IncomingMessage, response: ServerResponse, { videoId, grant, name }: MediaAddress) => {
    const begun = performance.now()
    const file = await find(videoId, grant, name).catch(() => undefined)
    if (file?.kind !== 'stored') return passOn(request, response)
    response.writeHead(200, {
      'Content-Type': file.contentType,
      'Cache-Control': file.isPublic ? publicCaching : privateCaching,
      'Cross-Origin-Resource-Policy': file.isPublic ? 'cross-origin' : 'same-origin',
      ...(file.isPublic && { 'Access-Control-Allow-Origin': '*' }),
      'X-Accel-Redirect': `${accelPrefix}/${file.key}`,
      'Content-Length': 0,
    })
    response.end()
    countAnswer({ method: request.method ?? '', route: mediaRoute, status: 200 }, (performance.now() - begun) / 1000)
  }
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    // A server that is closing has more to say than that.
    const address = request.method === 'GET' && app.server.listening ? parseMediaPath(request.url ?? '') : undefined
    if (address) redirectToFile(request, response, address).catch(() => response.destroy())
    else passOn(request, response)
  })
}
