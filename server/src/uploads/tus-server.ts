import { Server } from '@tus/server'
import type { ErrorBody, ErrorCode } from '@video-forge/contract/errors'

/** What a client of the protocol is told, by the status the protocol gives the case. */
const refusals: Record<number, [ErrorCode, string]> = {
  403: ['INVALID_INPUT', 'The request lacks its offset, or the type application/offset+octet-stream.'],
  404: ['NOT_FOUND', 'This upload is not there any more. Please start it again.'],
  409: ['CONFLICT', 'The piece does not follow what has arrived. Ask how much that is, and go on from there.'],
  410: ['NOT_FOUND', 'This upload is not there any more. Please start it again.'],
  412: ['INVALID_INPUT', 'The request must say that it speaks version 1.0.0 of the tus protocol.'],
  413: ['TOO_LARGE', 'The file is larger than was announced.'],
  501: ['INVALID_INPUT', 'This extension of the tus protocol is not offered.'],
}
const invalid: [ErrorCode, string] = ['INVALID_INPUT', 'The request is not valid.']
const fault: [ErrorCode, string] = ['INTERNAL', 'Something went wrong on our side. Please try again.']

/** The library's server, whose refusals have our form. The status stays the protocol's, because clients decide by it. */
export class TusServer extends Server {
  override write(...[context, headers, status, body]: Parameters<Server['write']>): ReturnType<Server['write']> {
    if (status < 400) return super.write(context, headers, status, body)
    headers.set('Content-Type', 'application/json; charset=utf-8')
    // Whoever is refused may be in the middle of sending; see http/hang-up.
    headers.set('Connection', 'close')
    const [code, message] = refusals[status] ?? (status < 500 ? invalid : fault)
    return super.write(context, headers, status, JSON.stringify({ error: message, message, code } satisfies ErrorBody))
  }
}
