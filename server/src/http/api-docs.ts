import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { apiPrefix } from './bind-endpoints.ts'

/** OpenAPI made from the endpoint table. Must be registered before the routes it describes. */
export async function addOpenApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Video Forge API', version: '1', description: 'Submit, transcode, share and watch videos.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  })
  app.get(`${apiPrefix}/openapi.json`, { schema: { hide: true } }, async () => app.swagger())
}

/** The page that shows it. */
export async function addApiPage(app: FastifyInstance): Promise<void> {
  await app.register(swaggerUi, {
    routePrefix: `${apiPrefix}/docs`,
    theme: { title: 'Video Forge API' },
    // Without the bar on top, whose picture carries a style that the policy forbids.
    uiConfig: { layout: 'BaseLayout' },
  })
}
