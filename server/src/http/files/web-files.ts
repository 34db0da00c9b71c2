import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from '../api/api-prefix.ts'
import { sendFailure } from '../api/error-reply.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** The player's pages. Other paths under /embed lead to the dashboard, which must not be framed. */
const playerPath = /^\/embed\/[\w-]+$/

export interface Pages {
  /** The title and the tags for link previews of the page at this path, if it has its own. */
  headOf: (path: string, origin: string) => Promise<{ title: string; head: string } | undefined>
  originOf: (request: FastifyRequest) => string
}

/**
 * Serves the web application. Browsers cache files with a content hash in their name forever and revalidate the page each time. Any
 * path that is not a file gets the page, which has its own router.
 */
export async function addWebFiles(app: FastifyInstance, folder: string, pages: Pages): Promise<void> {
  if (existsSync(join(folder, 'index.html'))) {
    await app.register(fastifyStatic, {
      root: folder,
      preCompressed: true,
      wildcard: false,
      index: false,
      cacheControl: false,
      setHeaders: (reply, path) => {
        const isHashed = path.startsWith(join(folder, 'assets'))
        reply.header('Cache-Control', isHashed ? `public, max-age=${yearSeconds}, immutable` : 'no-cache')
      },
      schemaHide: true,
    })
  } else {
    app.log.warn({ folder }, 'web application is not built, serving only the API')
  }

  const index = join(folder, 'index.html')
  const page = existsSync(index) ? readFileSync(index, 'utf8') : ''
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith(apiPrefix) &&
      !/^\/(assets|storage|media|resumable|stock)\//.test(path)
    if (!isPage || !('sendFile' in reply)) return sendFailure(new Failure('NOT_FOUND', 'Not found'), reply)
    if (playerPath.test(path)) allowFraming(reply)
    const custom = await pages.headOf(path, pages.originOf(request))
    if (!custom) return reply.sendFile('index.html')
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(withHead(page, custom))
  })
}

/** Replaces the default title and preview tags. */
function withHead(page: string, { title, head }: { title: string; head: string }): string {
  const bare = page.replaceAll(/\n\s*<meta (?:property="og:|name="description")[^>]*>/g, '')
  return bare.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>\n    ${head}`)
}

/** Only the player may be framed by other sites. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('Content-Security-Policy') ?? '')
  reply.header('Content-Security-Policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
  reply.removeHeader('X-Frame-Options')
}
