import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { apiPrefix } from '../api-prefix.ts'

/** The OpenAPI description and its page. They need megabytes and are rarely used, so the first request creates them. */
export function addApiDocs(app: FastifyInstance): void {
  let created: Promise<FastifyInstance> | undefined
  const description = () => {
    created ??= import('./api-description.ts').then(({ createApiDescription }) => createApiDescription())
    return created
  }
  app.addHook('onClose', async () => (await created)?.close())

  app.get(`${apiPrefix}/openapi.json`, { schema: { hide: true } }, async () => (await description()).swagger())

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = await (await description()).inject({ method: 'GET', url: request.url })
    const { 'content-type': type, location, etag } = page.headers
    if (location) reply.header('Location', location)
    if (etag) reply.header('ETag', etag)
    return reply
      .code(page.statusCode)
      .type(String(type ?? 'text/plain'))
      .send(page.rawPayload)
  }
  app.get(`${apiPrefix}/docs`, { schema: { hide: true } }, sendPage)
  app.get(`${apiPrefix}/docs/*`, { schema: { hide: true } }, sendPage)
}
