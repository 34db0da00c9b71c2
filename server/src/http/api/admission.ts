import type { Endpoint } from '@video-forge/contract/endpoint'
import { Failure } from '@video-forge/contract/errors'
import { keyPrefix } from '@video-forge/contract/rules/key-rules'
import type { FastifyRequest } from 'fastify'
import type { Authenticate, Caller } from './handlers.ts'
import { clientOf } from './request-facts.ts'

type Rights = Pick<Endpoint, 'access' | 'scope' | 'strangers'>

/** Identifies the caller, and rejects those without access. Without `isPublicSite` most calls need an account. */
export const admit = (rights: Rights, authenticate: Authenticate, isPublicSite: boolean) => async (request: FastifyRequest) => {
  const { authorization } = request.headers
  const { access } = rights
  if (authorization) request.caller = within(rights, await authenticate(authorization, clientOf(request)))
  const isOpen = isPublicSite || request.caller !== undefined || admitsStranger(rights, request)
  if (isOpen && (access === 'anyone' || (access === 'visitor' && !authorization))) return
  if (!request.caller)
    throw new Failure('NOT_SIGNED_IN', authorization?.includes(` ${keyPrefix}`) ? invalidKey : 'Please sign in to continue.')
  if (access === 'admin' && !request.caller.groups.includes('admin')) throw new Failure('NOT_ALLOWED', 'Only an admin may do this.')
}

/** Whether a link or token is valid is decided with the video. */
function admitsStranger({ strangers }: Rights, { query }: FastifyRequest): boolean {
  if (strangers !== 'with-credentials') return strangers === 'always'
  const { link, token } = query as { link?: unknown; token?: unknown }
  return Boolean(link ?? token)
}

const invalidKey = 'This API key is not valid. It may have expired or been revoked.'

/** Rejects an API key without the scope of the call. A call for anyone ignores keys if it has no scope. */
function within({ access, scope }: Rights, caller: Caller | undefined): Caller | undefined {
  if (!caller?.scopes) return caller
  if (scope === null && access === 'anyone') return undefined
  if (scope === null) throw new Failure('NOT_ALLOWED', 'An API key cannot do this. Please sign in.')
  if (!caller.scopes.includes(scope)) throw new Failure('NOT_ALLOWED', `This API key does not have the scope ${scope}.`)
  return caller
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}
