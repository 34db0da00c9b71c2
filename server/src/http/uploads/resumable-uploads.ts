import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { rejectUploadEarly } from './reject-upload.ts'
import { slowestUpload, watchForStall } from './stalled-body.ts'

export const resumablePath = '/resumable'

export interface ResumableUploads {
  handle(id: string, signature: string, request: IncomingMessage, response: ServerResponse): Promise<void>
}

/** Hands requests to the addresses of resumable uploads over as they come: their body is a piece of a file. */
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
        // What has arrived is kept, so there is nothing to say: the sender goes on from there.
        stall.signal.addEventListener('abort', () => raw.destroy())
        await resumable.handle(params.id, params.signature, raw, reply.raw).finally(stall.stop)
        // From here on the answer is the other's; a refusal before that was thrown and is answered as always.
        return reply.hijack()
      },
    })
  })
}
