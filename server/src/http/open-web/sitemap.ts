import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance } from 'fastify'
import type { Sender } from '../../platform/network/sender.ts'
import type { OriginOf } from '../own-origin.ts'
import { senderOf } from '../sender-of.ts'

export interface SitemapDeps {
  /** The sitemap file at a path, in parts that are made while it is sent. */
  findSitemap: (path: string, sender: Sender) => Promise<AsyncIterable<string> | undefined>
}

/** Serves the sitemap for crawlers. Nothing holds a whole file of it. */
export function addSitemap(app: FastifyInstance, { findSitemap }: SitemapDeps, originOf: OriginOf): void {
  for (const url of ['/sitemap.xml', '/sitemaps/:file'])
    app.route({
      method: ['GET', 'HEAD'],
      url,
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: async (request, reply) => {
        const parts = await findSitemap(request.url.split('?', 1)[0] ?? '', senderOf(request, originOf(request)))
        if (!parts) throw new Failure('NOT_FOUND', 'Not found')
        // As for feeds: a video can be made private at any moment.
        reply.header('Cache-Control', 'public, no-cache').header('Vary', 'Accept-Encoding').type('application/xml; charset=utf-8')
        if (request.method === 'HEAD') return reply.send()
        const text = Readable.from(parts, { objectMode: false })
        if (!/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(text)
        // An error ends both, and with them the answer.
        return reply.header('Content-Encoding', 'gzip').send(pipeline(text, createGzip({ level: 4 }), () => {}))
      },
    })
}
