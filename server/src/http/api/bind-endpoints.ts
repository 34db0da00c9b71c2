import { fileAnswer } from '@video-forge/contract/endpoint'
import { endpointList } from '@video-forge/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify'
import * as z from 'zod'
import { namesTag } from '../files/entity-tag.ts'
import { type Authenticate, admit } from './admission.ts'
import { apiPrefix } from './api-prefix.ts'
import type { Caller, Handlers, RequestFacts } from './handlers.ts'
import { factsOf } from './request-facts.ts'
import { SerializedResponse } from './serialized-response.ts'

const bodyDeadlineMs = 30_000

interface Binding {
  handlers: Handlers
  authenticate: Authenticate
  originOf: (request: FastifyRequest) => string
}

interface RouteInput {
  params?: unknown
  query?: unknown
  body?: unknown
  caller: Caller | undefined
  facts: RequestFacts
}

/** Makes a route of every endpoint in the table: who may call, what goes in, what comes out. */
export function bindEndpoints(app: FastifyInstance, { handlers, authenticate, originOf }: Binding): void {
  for (const [key, endpoint] of endpointList) {
    const [method = '', path = ''] = key.split(' ')
    // One handler's precise type can't be named in a loop over all of them; its input was validated against its own schema.
    const handle = handlers[key] as unknown as (input: RouteInput) => Promise<object>
    const schema: Record<string, unknown> = {
      summary: endpoint.summary,
      tags: [path.split('/')[1] ?? ''],
      response: { [endpoint.status ?? 200]: endpoint.file ? fileOf(endpoint.file) : endpoint.output, '4xx': errorBody, '5xx': errorBody },
      ...(endpoint.access !== 'anyone' && { security: [...(endpoint.access === 'visitor' ? [{}] : []), { bearer: [] }] }),
    }
    if (endpoint.params) schema['params'] = endpoint.params
    if (endpoint.query) schema['querystring'] = endpoint.query
    if (endpoint.body) schema['body'] = endpoint.body

    const run: RouteHandlerMethod = async (request, reply) => {
      const { params, query, body } = request
      const output = await handle({
        params,
        query,
        body,
        caller: request.caller,
        facts: factsOf(request, reply, originOf(request)),
      })
      if (output instanceof SerializedResponse) return sendSerialized(request, reply, output)
      if (endpoint.file) return sendFile(fileAnswer.parse(output), reply)
      return reply.code(endpoint.status ?? 200).send({ success: true, ...output })
    }

    app.route({
      method,
      url: apiPrefix + path.replaceAll(/\{(\w+)\}/g, ':$1'),
      schema,
      handler: run,
      onRequest: admit(endpoint.access, authenticate),
      // A body that trickles in byte by byte must not hold its connection for ever.
      preParsing: async (request) => {
        request.bodyDeadline = setTimeout(() => request.raw.destroy(), bodyDeadlineMs)
      },
      preValidation: async (request) => clearTimeout(request.bodyDeadline),
      onRequestAbort: async (request) => clearTimeout(request.bodyDeadline),
      onError: async (request) => clearTimeout(request.bodyDeadline),
    })
  }
}

const fileOf = (types: readonly string[]) => ({
  description: 'A file, as an attachment',
  content: Object.fromEntries(types.map((type) => [type, { schema: z.string() }])),
})

function sendFile({ filename, contentType, content }: z.infer<typeof fileAnswer>, reply: FastifyReply): FastifyReply {
  reply.header('Content-Disposition', `attachment; filename="${filename}"`).header('Cache-Control', 'no-store')
  return reply
    .type(contentType)
    .serializer((text: string) => text)
    .send(content)
}

function sendSerialized(request: FastifyRequest, reply: FastifyReply, { json, etag }: SerializedResponse): FastifyReply {
  // It may be kept, but is asked for again each time: it can change at any moment, and differs by who asks.
  reply.header('ETag', etag).header('Cache-Control', 'no-cache').header('Vary', 'Authorization')
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply
    .type('application/json; charset=utf-8')
    .serializer((text: unknown) => String(text))
    .send(json)
}

export const errorBody = z
  .looseObject({
    error: z.string(),
    message: z.string(),
    code: z.string(),
    details: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Error' })

declare module 'fastify' {
  interface FastifyRequest {
    bodyDeadline?: NodeJS.Timeout
  }
}
