import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rejectUploadEarly } from './reject-upload.ts'
import { slowestUpload, watchForStall } from './stalled-body.ts'

export const resumablePath = '/resumable'

export interface ResumableUploads {
  handle(id: string, signature: string, request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Passes requests of resumable uploads on without parsing: their body is a part of a file. */
export function addResumableUploads(app: FastifyInstance, resumable: ResumableUploads, slowest = slowestUpload): void {
  app.register(async (scope) => {
    rejectUploadEarly(scope)
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
    scope.route<{ Params: { id: string; signature: string } }>({
      method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
      url: `${resumablePath}/:id/:signature`,
      exposeHeadRoute: false,
      bodyLimit: Number.MAX_SAFE_INTEGER,
      schema: { hide: true, params: { type: 'object', properties: { id: { type: 'string' }, signature: { type: 'string' } } } },
      validatorCompiler: () => (value) => ({ value }),
      handler: async ({ params, raw }, reply) => {
        const stall = watchForStall(raw, slowest)
        // The received bytes are kept, so the client can resume; it needs no response.
        stall.signal.addEventListener('abort', () => raw.destroy())
        await resumable.handle(params.id, params.signature, raw, reply.raw).finally(stall.stop)
        // The response was written by the handler; refusals were thrown before.
        return reply.hijack()
      },
    })
  })
}
