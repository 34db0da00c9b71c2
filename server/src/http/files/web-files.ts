import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Sender } from '../../platform/network/sender.ts'
import { apiPrefix } from '../api/api-prefix.ts'
import { sendFailure } from '../api/error-reply.ts'
import type { OriginOf } from '../own-origin.ts'
import { senderOf } from '../sender-of.ts'
import { addDocsPages } from './docs-pages.ts'
import { createInlinePolicy } from './inline-policy.ts'
import { createPageHtml, type PageContent } from './page-html.ts'
import { readPreloads } from './page-preloads.ts'
import { createRefusalSender } from './refused-page.ts'
import { createTranscriptSender, type TranscriptContent } from './transcript-page.ts'

const yearSeconds = 365 * 24 * 60 * 60

/** The player's pages. Other paths under /embed lead to the dashboard, which must not be framed. */
const playerPath = /^\/embed\/(?:playlist\/)?[\w-]+$/

interface FoundPage extends PageContent {
  isFound: boolean
  transcript?: TranscriptContent | undefined
  /** The sites that may frame the player; undefined for all. */
  framedBy?: readonly string[] | undefined
  /** Why the player is not shown on the site that asks for it. */
  refusal?: string | undefined
  /** Instead of 404. */
  status?: number | undefined
  /** The page of a video that was known under this path at its former place. */
  movedTo?: string | undefined
  /** Not for search engines. */
  isHidden?: boolean | undefined
}

export interface Pages {
  /** Whether there is a page at this path, with its own title and tags for link previews if it has some. `?link=` opens a private video. */
  findPage: (path: string, query: URLSearchParams, sender: Sender) => Promise<FoundPage>
  originOf: OriginOf
  isPublicSite: boolean
}

/**
 * Serves the web application. Browsers cache files with a content hash in their name forever and revalidate the page each time. Any
 * path that is not a file gets the page, which has its own router; where that finds nothing, with the status 404.
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
    addDocsPages(app, folder)
  } else {
    app.log.warn({ folder }, 'web application is not built, serving only the API')
  }

  const preloadsOf = readPreloads(folder)
  const pageWith = createPageHtml(folder, pages.isPublicSite)
  const withInline = createInlinePolicy(folder)
  const sendTranscript = createTranscriptSender(folder)
  const sendRefusal = createRefusalSender(folder)
  // Without its database the site still shows its pages, which say what is wrong.
  // Who may frame the player is not known then, so only this site may.
  const findPage: Pages['findPage'] = (...asked) => pages.findPage(...asked).catch(() => ({ isFound: true, framedBy: [] }))
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? ''
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith(apiPrefix) &&
      !/^\/(?:(?:assets|storage|media|resumable|stock|feeds|sitemaps)\/|sitemap\.xml$)/.test(path)
    if (!isPage || !('sendFile' in reply)) return sendFailure(new Failure('NOT_FOUND', 'Not found'), reply)
    changePolicy(reply, withInline)
    const query = new URLSearchParams(request.url.slice(path.length))
    const { isFound, transcript, framedBy, refusal, status, movedTo, isHidden, ...content } = await findPage(
      path,
      query,
      senderOf(request, pages.originOf(request)),
    )
    if (movedTo) return reply.header('Cache-Control', 'public, max-age=3600').redirect(movedTo, 301)
    if (playerPath.test(path)) allowFraming(reply, framedBy)
    if (refusal) return sendRefusal(refusal, reply)
    if (isHidden) reply.header('X-Robots-Tag', 'noindex')
    if (transcript && sendTranscript) return sendTranscript(transcript, request, reply)
    const preloads = isFound ? preloadsOf(path) : ''
    const isPlain = Object.values(content).every((value) => !value) && !preloads && pages.isPublicSite
    if (isFound && isPlain) return reply.sendFile('index.html')
    reply
      .code(isFound ? 200 : (status ?? 404))
      .header('Cache-Control', 'no-cache')
      .type('text/html; charset=utf-8')
    return reply.send(pageWith(content, preloads))
  })
}

/** Only the player may be framed by other sites: by all, or by those that the owner of the video has named. */
function allowFraming(reply: FastifyReply, sites?: readonly string[]): void {
  const ancestors = sites ? ["'self'", ...sites].join(' ') : '*'
  changePolicy(reply, (policy) => policy.replace("frame-ancestors 'none'", () => `frame-ancestors ${ancestors}`))
  reply.removeHeader('X-Frame-Options')
}

function changePolicy(reply: FastifyReply, change: (policy: string) => string): void {
  reply.header('Content-Security-Policy', change(String(reply.getHeader('Content-Security-Policy') ?? '')))
}
