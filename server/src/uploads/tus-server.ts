import { Server } from '@tus/server'
import type { ErrorBody, ErrorCode } from '@video-forge/contract/errors'

/** The error for each status of the protocol. */
const refusals: Record<number, [ErrorCode, string]> = {
  403: ['INVALID_INPUT', 'The request needs an Upload-Offset header and the type application/offset+octet-stream.'],
  404: ['NOT_FOUND', 'This upload no longer exists. Please start it again.'],
  409: ['CONFLICT', 'The offset does not match what has arrived. Ask for the current offset and continue from there.'],
  410: ['NOT_FOUND', 'This upload no longer exists. Please start it again.'],
  412: ['INVALID_INPUT', 'The request must use version 1.0.0 of the tus protocol.'],
  413: ['TOO_LARGE', 'The file is larger than announced.'],
  501: ['INVALID_INPUT', 'This extension of the tus protocol is not supported.'],
}
const invalid: [ErrorCode, string] = ['INVALID_INPUT', 'The request is not valid.']
const fault: [ErrorCode, string] = ['INTERNAL', 'Something went wrong on our side. Please try again.']

/** The library's server with errors in the form of the API. The status stays the protocol's, because clients depend on it. */
export class TusServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    // The client may still be sending; see http/uploads/reject-upload.ts.
    headers.set('Connection', 'close')
    const [code, message] = refusals[status] ?? (status < 500 ? invalid : fault)
    return super.write(context, headers, status, JSON.stringify({ error: message, message, code } satisfies ErrorBody))
  }
}
