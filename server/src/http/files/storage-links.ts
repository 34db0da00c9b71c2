import { Failure } from '@video-forge/contract/errors'
import { uploadTooLarge } from '@video-forge/contract/rules/upload-rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from '../../platform/storage/attachment.ts'
import type { LocalStorage } from '../../platform/storage/local-storage.ts'
import type { LinkClaims } from '../../platform/storage/signed-link.ts'
import { rejectUploadEarly } from '../uploads/reject-upload.ts'
import { slowestUpload, watchForStall } from '../uploads/stalled-body.ts'
import { sendFile } from './send-file.ts'

export const linkPath = '/storage'

/** The conditions of a write, set by the feature that issued the link. */
interface WriteTerms {
  maxBytes: number
  signal: AbortSignal
  /** The error for a larger body, if the limit is lower than that of the link. */
  tooLarge: () => Failure
  commit: (place: () => Promise<void>, size: number, contentHash: Buffer) => Promise<void>
}

/** Runs the write if its key is still expected and no other write is running; rejects otherwise. */
export type TakeWrite = (key: string, write: (terms: WriteTerms) => Promise<void>) => Promise<void>

/**
 * Serves the signed links of the local storage. A link is the permission; `take` decides whether its key is still expected and how many
 * bytes it may have.
 */
export function addStorageLinks(app: FastifyInstance, storage: LocalStorage, take: TakeWrite, slowest = slowestUpload): void {
  const claimsOf = (request: FastifyRequest, method: LinkClaims['method']): LinkClaims => {
    const url = new URL(request.url, 'http://localhost')
    const claims = storage.acceptLink(decodeURIComponent(url.pathname.slice(linkPath.length + 1)), url.searchParams)
    if (claims?.method !== method) throw new Failure('NOT_FOUND', 'This link is not valid or has expired.')
    return claims
  }

  const receive = async (
    { key, maxBytes: linkLimit = Number.POSITIVE_INFINITY }: LinkClaims,
    terms: WriteTerms,
    { raw, headers }: FastifyRequest,
  ) => {
    const maxBytes = Math.min(linkLimit, terms.maxBytes)
    const tooLarge = () => (terms.maxBytes < linkLimit ? terms.tooLarge() : new Failure('TOO_LARGE', uploadTooLarge(linkLimit)))
    if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge()
    const stall = watchForStall(raw, slowest)
    const signal = AbortSignal.any([stall.signal, terms.signal])
    try {
      await storage.put(key, raw, { maxBytes, signal, commit: terms.commit })
    } catch (error) {
      signal.throwIfAborted()
      throw error instanceof Failure && error.code === 'TOO_LARGE' ? tooLarge() : error
    } finally {
      stall.stop()
    }
  }

  app.register(async (scope) => {
    rejectUploadEarly(scope)
    // The body goes straight to the storage, whatever its type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.put(`${linkPath}/*`, { schema: { hide: true }, bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const claims = claimsOf(request, 'PUT')
      if (claims.contentType && request.headers['content-type'] !== claims.contentType) {
        throw new Failure('WRONG_TYPE', `This link accepts only ${claims.contentType}.`)
      }
      await take(claims.key, (terms) => receive(claims, terms, request))
      return reply.code(200).send()
    })

    // HEAD is explicit: the route that Fastify adds would send Content-Length: 0.
    scope.route({
      method: ['GET', 'HEAD'],
      url: `${linkPath}/*`,
      exposeHeadRoute: false,
      schema: { hide: true },
      handler: async (request, reply) => sendObject(storage, claimsOf(request, 'GET'), request, reply),
    })
  })
}

async function sendObject(storage: LocalStorage, claims: LinkClaims, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  reply.header('Cache-Control', 'private, max-age=3600').type(claims.contentType ?? 'application/octet-stream')
  if (claims.filename) reply.header('Content-Disposition', attachment(claims.filename))
  return sendFile(request, reply, { path: storage.localPath(claims.key) })
}
