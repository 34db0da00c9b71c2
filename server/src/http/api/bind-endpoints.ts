import { fileAnswer, type ReceivedFile } from '@video-forge/contract/endpoint'
import { endpointList } from '@video-forge/contract/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteHandlerMethod, RouteOptions } from 'fastify'
import * as z from 'zod'
import { namesTag } from '../files/entity-tag.ts'
import { admit } from './admission.ts'
import { apiPrefix } from './api-prefix.ts'
import { securityOf } from './description/api-security.ts'
import { groupOf } from './description/call-groups.ts'
import { acceptFile, jsonOrFile, receivedBody } from './file-body.ts'
import type { Authenticate, Caller, Handlers, RequestFacts } from './handlers.ts'
import { factsOf } from './request-facts.ts'
import { SerializedResponse } from './serialized-response.ts'

const bodyTimeoutMs = 30_000

interface Binding {
  handlers: Handlers
  authenticate: Authenticate
  originOf: (request: FastifyRequest) => string
  isPublicSite: boolean
}

interface RouteInput {
  params?: unknown
  query?: unknown
  body?: unknown
  file?: ReceivedFile
  caller: Caller | undefined
  facts: RequestFacts
}

/** Makes a route of every endpoint in the table, with its access, input and output. */
export function bindEndpoints(app: FastifyInstance, { handlers, authenticate, originOf, isPublicSite }: Binding): void {
  for (const [key, endpoint] of endpointList) {
    const [method = '', path = ''] = key.split(' ')
    // The loop cannot name the type of each handler; the input is validated against the endpoint's schema.
    const handle = handlers[key] as unknown as (input: RouteInput) => Promise<object>
    const schema: Record<string, unknown> = {
      summary: endpoint.summary,
      tags: [groupOf(path)],
      response: { [endpoint.status ?? 200]: endpoint.file ? fileOf(endpoint.file) : endpoint.output, '4xx': errorBody, '5xx': errorBody },
      ...securityOf(endpoint),
    }
    if (endpoint.params) schema['params'] = endpoint.params
    if (endpoint.query) schema['querystring'] = endpoint.query
    if (endpoint.body) schema['body'] = endpoint.bodyFile ? jsonOrFile(endpoint.body, endpoint.bodyFile) : endpoint.body

    const run: RouteHandlerMethod = async (request, reply) => {
      const { params, query } = request
      const output = await handle({
        params,
        query,
        ...(endpoint.bodyFile ? receivedBody(request) : { body: request.body }),
        caller: request.caller,
        facts: factsOf(request, reply, originOf(request)),
      })
      if (output instanceof SerializedResponse) return sendSerialized(request, reply, output)
      if (endpoint.file) return sendFile(fileAnswer.parse(output), reply)
      if (endpoint.status === 204) return reply.code(204).send()
      return reply.code(endpoint.status ?? 200).send({ success: true, ...output })
    }

    const bind = (scope: FastifyInstance) =>
      scope.route({
        method,
        url: apiPrefix + path.replaceAll(/\{(\w+)\}/g, ':$1'),
        schema,
        handler: run,
        ...(endpoint.maxBodyBytes && { bodyLimit: endpoint.maxBodyBytes }),
        onRequest: admit(endpoint, authenticate, isPublicSite),
        ...(method !== 'GET' && bodyLimits),
      })
    const { bodyFile } = endpoint
    if (!bodyFile) bind(app)
    else
      app.register(async (scope) => {
        acceptFile(scope, bodyFile)
        bind(scope)
      })
  }
}

/** A body that arrives byte by byte must not hold its connection forever. Without promises, which would be four for each request. */
const bodyLimits = {
  preParsing(request, _reply, body, done) {
    request.bodyTimeout = setTimeout(() => request.raw.destroy(), bodyTimeoutMs)
    done(null, body)
  },
  preValidation(request, _reply, done) {
    clearTimeout(request.bodyTimeout)
    done()
  },
  onRequestAbort(request, done) {
    clearTimeout(request.bodyTimeout)
    done()
  },
  onError(request, _reply, _error, done) {
    clearTimeout(request.bodyTimeout)
    done()
  },
} satisfies Partial<RouteOptions>

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

function sendSerialized(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: SerializedResponse): FastifyReply {
  // Browsers may store it but must revalidate: it can change at any moment, and differs by caller.
  reply.header('ETag', etag).header('Cache-Control', 'no-cache').header('Vary', 'Authorization')
  if (namesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(bytes)
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
    bodyTimeout?: NodeJS.Timeout
  }
}
