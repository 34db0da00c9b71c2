import type { Readable } from 'node:stream'
import type { BodyFile, ReceivedFile } from '@video-forge/contract/endpoint'
import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { rejectUploadEarly } from '../uploads/reject-upload.ts'

class FileOfRequest implements ReceivedFile {
  readonly type: string
  readonly chunks: AsyncIterable<Uint8Array>
  constructor(type: string, chunks: AsyncIterable<Uint8Array>) {
    this.type = type
    this.chunks = chunks
  }
}

/** Lets the routes of this scope take a file as their body. It is passed on unread, so that a handler decides when to read it. */
export function acceptFile(scope: FastifyInstance, file: BodyFile): void {
  rejectUploadEarly(scope)
  scope.addContentTypeParser([...file.types], (request, payload, done) => {
    endLate(payload)
    const type = request.headers['content-type'] ?? ''
    done(null, new FileOfRequest(type, limited(payload, Number(request.headers['content-length'] ?? 0), file)))
  })
  const sentence = `Send JSON, or a file of one of these types: ${file.types.join(', ')}.`
  scope.addContentTypeParser('*', (_request, _payload, done) => done(new Failure('WRONG_TYPE', sentence)))
}

/** What the handler gets of a request to such a route. */
export function receivedBody({ body }: FastifyRequest): { body: unknown } | { file: ReceivedFile } {
  if (body instanceof FileOfRequest) return { file: body }
  if (body === undefined || body === null) throw new Failure('INVALID_INPUT', 'The request has no content.')
  return { body }
}

/** The schema of such a body: only JSON is validated here. */
export const jsonOrFile = (json: z.ZodType, { types }: BodyFile) => ({
  content: Object.fromEntries([
    ['application/json', { schema: json }],
    ...types.map((type): [string, { schema: z.ZodType }] => [type, { schema: fileSchema }]),
  ]),
})

const fileSchema = z.unknown().meta({ type: 'string', format: 'binary' })

async function* limited(payload: Readable, announcedBytes: number, { maxBytes, tooLarge }: BodyFile): AsyncGenerator<Uint8Array> {
  let byteCount = 0
  if (announcedBytes > maxBytes) throw new Failure('TOO_LARGE', tooLarge)
  try {
    // The connection stays open, because the answer to a file that is too large still has to be sent.
    for await (const chunk of payload.iterator({ destroyOnReturn: false })) {
      byteCount += chunk.length
      if (byteCount > maxBytes) throw new Failure('TOO_LARGE', tooLarge)
      yield chunk
    }
  } catch (error) {
    throw error instanceof Failure
      ? error
      : new Failure('REQUEST_TIMEOUT', 'The file did not arrive completely. Please try again.', { cause: error })
  }
}

/** A body that arrives byte by byte must not hold its connection forever. */
function endLate(payload: Readable): void {
  const timer = setTimeout(() => payload.destroy(), limits.fileTimeoutSeconds * 1000)
  timer.unref()
  for (const event of ['end', 'close']) payload.once(event, () => clearTimeout(timer))
}
