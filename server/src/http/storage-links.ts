import { Failure } from '@video-forge/contract/errors'
import { uploadTooLarge } from '@video-forge/contract/upload-rules'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from '../platform/storage/attachment.ts'
import type { LocalStorage } from '../platform/storage/local-storage.ts'
import type { LinkClaims } from '../platform/storage/signed-link.ts'
import { hangUpOnRefusal } from './hang-up.ts'
import { sendFile } from './send-file.ts'

export const linkPath = '/storage'

/**
 * Answers the signed links of the local storage. A link is the permission; whether something is still expected under its key, so
 * that it may be written, only those know who gave it out.
 */
export function addStorageLinks(app: FastifyInstance, storage: LocalStorage, isExpected: (key: string) => Promise<boolean>): void {
  const claimsOf = (request: FastifyRequest, method: LinkClaims['method']): LinkClaims => {
    const url = new URL(request.url, 'http://localhost')
    const claims = storage.acceptLink(decodeURIComponent(url.pathname.slice(linkPath.length + 1)), url.searchParams)
    if (claims?.method !== method) throw new Failure('NOT_FOUND', 'This link is not valid or has expired.')
    return claims
  }

  app.register(async (scope) => {
    hangUpOnRefusal(scope)
    // Bytes go straight to the storage, whatever type they say they are.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))

    scope.put(`${linkPath}/*`, { schema: { hide: true }, bodyLimit: Number.MAX_SAFE_INTEGER }, async (request, reply) => {
      const claims = claimsOf(request, 'PUT')
      if (!(await isExpected(claims.key))) throw new Failure('NOT_FOUND', 'This upload is over. Please start a new one.')
      if (claims.contentType && request.headers['content-type'] !== claims.contentType) {
        throw new Failure('WRONG_TYPE', `This link takes ${claims.contentType}.`)
      }
      const announced = Number(request.headers['content-length'] ?? 0)
      const { key, maxBytes } = claims
      const tooLarge = (most: number) => new Failure('TOO_LARGE', uploadTooLarge(most))
      if (maxBytes !== undefined && announced > maxBytes) throw tooLarge(maxBytes)
      await storage.put(key, request.raw, maxBytes === undefined ? {} : { maxBytes }).catch((error) => {
        throw maxBytes !== undefined && error instanceof Failure && error.code === 'TOO_LARGE' ? tooLarge(maxBytes) : error
      })
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
