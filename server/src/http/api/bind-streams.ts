import type { ServerResponse } from 'node:http'
import { Failure } from '@video-forge/contract/errors'
import { eventStreamList } from '@video-forge/contract/live'
import type { FastifyInstance, FastifyReply } from 'fastify'
import * as z from 'zod'
import { admit } from './admission.ts'
import { apiPrefix } from './api-prefix.ts'
import { errorBody } from './bind-endpoints.ts'
import { securityOf } from './description/api-security.ts'
import { groupOf } from './description/call-groups.ts'
import type { Authenticate, OpenAnswer, StreamHandlers } from './handlers.ts'

interface Binding {
  handlers: StreamHandlers
  authenticate: Authenticate
}

/** Makes a route of every event stream of the contract. */
export function bindStreams(app: FastifyInstance, { handlers, authenticate }: Binding): void {
  for (const [key, stream] of eventStreamList) {
    const [method = '', path = ''] = key.split(' ')
    app.route({
      method,
      url: apiPrefix + path,
      exposeHeadRoute: false,
      schema: {
        summary: stream.summary,
        description: stream.description,
        tags: [groupOf(path)],
        ...securityOf(stream),
        response: {
          200: { description: 'The events', content: { 'text/event-stream': { schema: z.union(Object.values(stream.events)) } } },
          '4xx': errorBody,
          '5xx': errorBody,
        },
      },
      onRequest: admit(stream, authenticate, true),
      handler: (request, reply) => {
        const { caller, headers } = request
        if (!caller) throw new Failure('NOT_SIGNED_IN', 'Please sign in to continue.')
        const last = headers['last-event-id']
        handlers[key]({ caller, lastEventId: typeof last === 'string' ? last : undefined, open: () => openAnswer(reply) })
      },
    })
  }
}

/**
 * Takes the response over from the framework. The stream ends with the connection, so it needs no chunked encoding, and the same
 * bytes can be written to thousands of clients.
 */
function openAnswer(reply: FastifyReply): OpenAnswer {
  reply.hijack()
  const { raw } = reply
  raw.useChunkedEncodingByDefault = false
  const headers = {
    ...reply.getHeaders(),
    'Content-Type': 'text/event-stream; charset=utf-8',
    // no-transform keeps proxies from buffering events to compress them; X-Accel-Buffering keeps nginx from buffering at all.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
    Connection: 'close',
  }
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) raw.setHeader(name, value)
  raw.flushHeaders()
  raw.socket?.setNoDelay(true)
  return asAnswer(raw)
}

const asAnswer = (raw: ServerResponse): OpenAnswer => ({
  write: (chunk) => void raw.write(chunk),
  pending: () => raw.writableLength,
  onDrain: (then) => void raw.once('drain', then),
  onClose: (then) => void raw.once('close', then),
  // A client that does not read would not read the end either.
  end: () => void (raw.writableLength > 0 ? raw.destroy() : raw.end()),
})
