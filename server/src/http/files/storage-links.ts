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

/** What whoever gave a link out says to a write by it. */
interface WriteTerms {
  maxBytes: number
  signal: AbortSignal
  /** Why more than that does not come in, when it is less than the link allows. */
  tooLarge: () => Failure
  commit: (place: () => Promise<void>, size: number) => Promise<void>
}

/** Calls the write if its key is still expected and nobody else is writing it; refuses otherwise. */
export type TakeWrite = (key: string, write: (terms: WriteTerms) => Promise<void>) => Promise<void>

/**
 * Answers the signed links of the local storage. A link is the permission; whether something is still expected under its key, and how much
 * of it, only those know who gave it out.
 */
export function addStorageLinks(app: FastifyInstance, storage: LocalStorage, take: TakeWrite, slowest = slowestUpload): void {
  const claimsOf = (request: FastifyRequest, method: LinkClaims['method']): LinkClaims => {
    const url = new URL(request.url, 'http://localhost')
    const claims = storage.acceptLink(decodeURIComponent(url.pathname.slice(linkPath.length + 1)), url.searchParams)
    if (claims?.method !== method) throw new Failure('NOT_FOUND', 'This link is not valid or has expired.')
    return claims
  }

  const receive = async (
    { key, maxBytes: most = Number.POSITIVE_INFINITY }: LinkClaims,
    terms: WriteTerms,
    { raw, headers }: FastifyRequest,
  ) => {
    const maxBytes = Math.min(most, terms.maxBytes)
    const tooLarge = () => (terms.maxBytes < most ? terms.tooLarge() : new Failure('TOO_LARGE', uploadTooLarge(most)))
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
    // Bytes go straight to the storage, whatever type they say they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.put(`${linkPath}/*`, { schema: { hide: true }, bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const claims = claimsOf(request, 'PUT')
      if (claims.contentType && request.headers['content-type'] !== claims.contentType) {
        throw new Failure('WRONG_TYPE', `This link takes ${claims.contentType}.`)
      }
      await take(claims.key, (terms) => receive(claims, terms, request))
      return reply.code(200).send()
    })

    // Both methods by hand: the HEAD route that Fastify adds says Content-Length: 0 of an answer without a body.
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
