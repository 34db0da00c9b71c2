import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { endpointList } from '@video-forge/contract/endpoints'
import Fastify, { type FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { apiPrefix } from '../api-prefix.ts'
import { bindEndpoints } from '../bind-endpoints.ts'
import { bindStreams } from '../bind-streams.ts'
import type { Handlers } from '../handlers.ts'
import { securitySchemes } from './api-security.ts'
import { groupTags } from './call-groups.ts'
import { withExamples } from './field-examples.ts'

/** An application with every route of the endpoint table, used only for its OpenAPI description and documentation page. */
export async function createApiDescription(): Promise<FastifyInstance> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Video Forge API', version: '1', description: 'Submit, transcode, share and watch videos.' },
      tags: groupTags,
      components: { securitySchemes },
    },
    transform: describeRoute,
    transformObject: (document) => withExamples(jsonSchemaTransformObject(document)),
  })
  const unused = async () => ({})
  const handlers = Object.fromEntries(endpointList.map(([key]) => [key, unused])) as unknown as Handlers
  app.decorateRequest('caller', undefined)
  bindEndpoints(app, { handlers, authenticate: async () => undefined, originOf: () => '', isPublicSite: true })
  bindStreams(app, { handlers: { 'GET /jobs/events': unused }, authenticate: async () => undefined })
  await app.register(swaggerUi, {
    routePrefix: `${apiPrefix}/docs`,
    theme: { title: 'Video Forge API' },
    // Without the top bar: its logo has an inline style, which the content security policy forbids.
    uiConfig: { layout: 'BaseLayout' },
  })
  await app.ready()
  return app
}

/** The transformation of the library, which knows only bodies of one content type. */
const describeRoute: typeof jsonSchemaTransform = (route) => {
  const body: unknown = route.schema?.body
  if (typeof body !== 'object' || body === null || !('content' in body)) return jsonSchemaTransform(route)
  const { body: _, ...rest } = route.schema ?? {}
  const described = jsonSchemaTransform({ ...route, schema: rest })
  const content = bodyContent.parse(body.content)
  const schemas = Object.entries(content).map(([type, { schema }]) => [type, { schema: schemaOf(schema) }])
  return { ...described, schema: { ...described.schema, body: { content: Object.fromEntries(schemas) } } }
}

const bodyContent = z.record(z.string(), z.object({ schema: z.instanceof(z.ZodType) }))

function schemaOf(schema: z.ZodType): object {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' })
  return json
}
