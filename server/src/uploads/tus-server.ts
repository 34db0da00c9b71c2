import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type CancellationContext, ERRORS, Server, type Upload } from '@tus/server'
import { type ErrorBody, type ErrorCode, Failure } from '@video-forge/contract/errors'
import { SizeLimit } from '../platform/storage/size-limit.ts'

export const busy = 'Another request is still sending this file. Please try again in a moment.'

/** The error for each status of the protocol. */
const refusals: Record<number, [ErrorCode, string]> = {
  403: ['INVALID_INPUT', 'The request needs an Upload-Offset header and the type application/offset+octet-stream.'],
  404: ['NOT_FOUND', 'This upload no longer exists. Please start it again.'],
  409: ['CONFLICT', 'The offset does not match what has arrived. Ask for the current offset and continue from there.'],
  410: ['NOT_FOUND', 'This upload no longer exists. Please start it again.'],
  412: ['INVALID_INPUT', 'The request must use version 1.0.0 of the tus protocol.'],
  413: ['TOO_LARGE', 'The file is larger than announced.'],
  423: ['CONFLICT', busy],
  501: ['INVALID_INPUT', 'This extension of the tus protocol is not supported.'],
}
const invalid: [ErrorCode, string] = ['INVALID_INPUT', 'The request is not valid.']
const fault: [ErrorCode, string] = ['INTERNAL', 'Something went wrong on our side. Please try again.']

/** The library's server with errors in the form of the API. The status stays the protocol's, because clients depend on it. */
export class TusServer extends Server {
  constructor(...options: ConstructorParameters<typeof Server>) {
    super(...options)
    const { PATCH } = this.handlers
    const send = PATCH.send.bind(PATCH)
    const receive: Receive = (body, upload, maxBytes, context) =>
      receiveBytes(body, maxBytes, context, (readable) => this.datastore.write(readable, upload.id, upload.offset))
    // The library makes a web stream of the request and a Node stream of that, which costs more CPU time than all the rest.
    Object.assign(PATCH, {
      send(...[request, context, headers]: Parameters<typeof send>) {
        Object.defineProperty(request, 'body', { value: nodeRequestOf(request) })
        return send(request, context, headers)
      },
      writeToStore: receive,
    })
  }

  override write(...[context, headers, status, body]: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    // The client may still be sending; see http/uploads/reject-upload.ts.
    headers.set('Connection', 'close')
    const [code, message] = refusals[status] ?? (status < 500 ? invalid : fault)
    return super.write(context, headers, status, JSON.stringify({ error: message, message, code } satisfies ErrorBody))
  }
}

const nodeRequestOf = (request: Request & { runtime?: { node?: { req: IncomingMessage } } }) => request.runtime?.node?.req

/** As much as the store writes at once. */
const bufferBytes = 1024 * 1024

type Receive = (body: IncomingMessage, upload: Upload, maxBytes: number, context: CancellationContext) => Promise<number>

/**
 * Stores the body of a request. When the connection breaks, or a later request wants to continue the upload, what has arrived is
 * stored and counts.
 */
async function receiveBytes(
  body: IncomingMessage,
  maxBytes: number,
  { signal }: CancellationContext,
  store: (readable: Readable) => Promise<number>,
): Promise<number> {
  if (signal.aborted) throw ERRORS.ABORTED
  const limited = new SizeLimit(maxBytes, bufferBytes)
  const stop = () => {
    body.unpipe(limited)
    if (!limited.destroyed) limited.end()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    // Not the request itself: an error must not destroy it before it is answered.
    return await pipeline(body.pipe(limited), () => store(limited))
  } catch (error) {
    body.unpipe(limited)
    throw error instanceof Failure ? ERRORS.ERR_MAX_SIZE_EXCEEDED : error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
