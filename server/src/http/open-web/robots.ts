import type { FastifyInstance } from 'fastify'
import type { OriginOf } from '../own-origin.ts'

/** For crawlers: pages are public, calls and files are not theirs, except what link previews and search results show. */
const rules = [
  'User-agent: *',
  'Allow: /prod/api/oembed',
  'Allow: /media/*/public/thumbnail.jpg',
  'Allow: /media/*/public~*/thumbnail.jpg',
  'Disallow: /prod/api/',
  'Disallow: /media/',
  'Disallow: /storage/',
  'Disallow: /resumable/',
  'Disallow: /stock/',
]

const nothing = ['User-agent: *', 'Disallow: /']

/** Says what crawlers may read. */
export function addRobots(app: FastifyInstance, isIndexed: boolean, originOf: OriginOf): void {
  app.get('/robots.txt', { schema: { hide: true } }, (request, reply) => {
    const lines = isIndexed ? [...rules, `Sitemap: ${originOf(request)}/sitemap.xml`] : nothing
    return reply
      .header('Cache-Control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`)
  })
}
