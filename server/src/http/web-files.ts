import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance } from 'fastify'
import { apiPrefix } from './bind-endpoints.ts'
import { sendFailure } from './error-reply.ts'

const year = 365 * 24 * 60 * 60

/**
 * The web application: files whose name holds a hash of their content are kept by browsers for ever, the page itself is
 * asked for each time, and any address that is not a file is the page, which finds its own way from there.
 */
export async function addWebFiles(app: FastifyInstance, folder: string): Promise<void> {
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

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') && !path.startsWith(apiPrefix) && !/^\/(assets|storage)\//.test(path)
    if (isPage && 'sendFile' in reply) return reply.sendFile('index.html')
    return sendFailure(new Failure('NOT_FOUND', 'Not found'), reply)
  })
}
