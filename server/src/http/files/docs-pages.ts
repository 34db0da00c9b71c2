import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'

/** The pages for developers, which the build made: /docs and /docs/{name}. Unknown ones are missing pages of the application. */
export function addDocsPages(app: FastifyInstance, folder: string): void {
  if (!existsSync(join(folder, 'docs.html'))) return
  app.get('/docs', { schema: { hide: true } }, (_request, reply) => reply.sendFile('docs.html'))
  app.get<{ Params: { name: string } }>('/docs/:name', { schema: { hide: true } }, ({ params }, reply) => {
    const isPage = /^[a-z-]+$/.test(params.name) && existsSync(join(folder, 'docs', `${params.name}.html`))
    if (isPage) reply.sendFile(`docs/${params.name}.html`)
    else reply.callNotFound()
  })
}
