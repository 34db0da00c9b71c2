import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from '../api/api-prefix.ts'
import { sendFailure } from '../api/error-reply.ts'

const year = 365 * 24 * 60 * 60

/** Not all that begins so: an address that is nothing leads on to the dashboard, in the same frame. */
const isPlayer = /^\/embed\/[\w-]+$/

export interface Pages {
  /** What the head of the page at this path says beyond that of every page: its title and the tags for link previews. */
  headOf: (path: string, origin: string) => Promise<{ title: string; head: string } | undefined>
  originOf: (request: FastifyRequest) => string
}

/**
 * The web application: files whose name holds a hash of their content are kept by browsers for ever, the page itself is
 * asked for each time, and any address that is not a file is the page, which finds its own way from there.
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
        reply.header('Cache-Control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
      },
      schemaHide: true,
    })
  } else {
    app.log.warn({ folder }, 'the web application is not built; only the API answers')
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
    if (isPlayer.test(path)) allowFraming(reply)
    const own = await pages.headOf(path, pages.originOf(request))
    if (!own) return reply.sendFile('index.html')
    return reply.header('Cache-Control', 'no-cache').type('text/html; charset=utf-8').send(withHead(page, own))
  })
}

/** Takes the place of the tags that are the same on every page. */
function withHead(page: string, { title, head }: { title: string; head: string }): string {
  const bare = page.replaceAll(/\n\s*<meta (?:property="og:|name="description")[^>]*>/g, '')
  return bare.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>\n    ${head}`)
}

/** The player alone may stand in anybody's page; nothing else of the application may. */
function allowFraming(reply: FastifyReply): void {
  const policy = String(reply.getHeader('Content-Security-Policy') ?? '')
  reply.header('Content-Security-Policy', policy.replace("frame-ancestors 'none'", 'frame-ancestors *'))
  reply.removeHeader('X-Frame-Options')
}
