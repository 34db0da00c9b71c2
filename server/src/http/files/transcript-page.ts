import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from './entity-tag.ts'
import { styleSheetsOf } from './style-sheets.ts'

/** What is said in a video, for browsers without scripts. */
export interface TranscriptContent {
  isFound: boolean
  isPublic: boolean
  /** Changes with everything that the page shows. */
  tag: string
  /** The values of the template by their names, as HTML. */
  values: () => Promise<Record<string, string>>
}

type Send = (content: TranscriptContent, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Fills the template with the style sheets of the application and without its scripts. Undefined where the application is not built. */
export function createTranscriptSender(folder: string): Send | undefined {
  const [file, page] = [join(folder, 'transcript-page.html'), join(folder, 'index.html')]
  if (!existsSync(file) || !existsSync(page)) return undefined
  const template = readFileSync(file, 'utf8').replace('%STYLES%', () => styleSheetsOf(folder))
  const build = createHash('sha256').update(template).digest('base64url').slice(0, 8)
  return async ({ isFound, isPublic, tag, values }, request, reply) => {
    const etag = `"${tag}-${build}"`
    // A share link is a secret, and so is what it opens.
    reply.header('Cache-Control', isPublic ? 'public, no-cache' : 'private, no-cache')
    if (!isPublic) reply.header('Referrer-Policy', 'same-origin')
    if (!isPublic || !isFound) reply.header('X-Robots-Tag', 'noindex')
    if (isFound) {
      reply.header('ETag', etag)
      if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    }
    const filled = await values()
    return reply
      .code(isFound ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(template.replaceAll(/%[A-Z]+%/g, (name) => filled[name] ?? ''))
  }
}
