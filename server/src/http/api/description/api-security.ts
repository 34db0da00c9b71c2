import type { Endpoint } from '@video-forge/contract/endpoint'

/** How calls are authenticated, for OpenAPI. */
export const securitySchemes = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The idToken of a person who signed in with POST /auth/login. It is valid for 15 minutes.',
  },
  key: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'vf_…',
    description: 'An API key, made on the account page. Each call names the scope that the key needs.',
  },
} as const

/** What a call accepts. Visitors may also send nothing. */
export function securityOf({ access, scope }: Pick<Endpoint, 'access' | 'scope'>): { security?: Record<string, string[]>[] } {
  if (access === 'anyone') return {}
  return { security: [...(access === 'visitor' ? [{}] : []), { bearer: [] }, ...(scope ? [{ key: [scope] }] : [])] }
}
