import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from './api-prefix.ts'

/** OpenAPI and its page. Few ever ask for them and they take megabytes, so they are made at the first request. */
export function addApiDocs(app: FastifyInstance): void {
  let made: Promise<FastifyInstance> | undefined
  const description = () => {
    made ??= import('./api-description.ts').then(({ createApiDescription }) => createApiDescription())
    return made
  }
  app.addHook('onClose', async () => (await made)?.close())

  app.get(`${apiPrefix}/openapi.json`, { schema: { hide: true } }, async () => (await description()).swagger())

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await (await description()).inject({ method: 'GET', url: request.url })
    const { 'content-type': type, location, etag } = page.headers
    if (location) reply.header('Location', location)
    if (etag) reply.header('ETag', etag)
    return reply
      .code(page.statusCode)
      .type(String(type ?? 'text/plain'))
      .send(page.rawPayload)
  }
  app.get(`${apiPrefix}/docs`, { schema: { hide: true } }, show)
  app.get(`${apiPrefix}/docs/*`, { schema: { hide: true } }, show)
}
