import type { Access } from '@video-forge/contract/endpoint'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './handlers.ts'

/** The caller behind an Authorization header, or undefined if the token is not valid. */
export type Authenticate = (authorization: string) => Promise<Caller | undefined>

/** Identifies the caller, and rejects those without access. */
export const admit = (access: Access, authenticate: Authenticate) => async (request: FastifyRequest) => {
  const { authorization } = request.headers
  if (authorization) request.caller = await authenticate(authorization)
  if (access === 'anyone' || (access === 'visitor' && !authorization)) return
  if (!request.caller) throw new Failure('NOT_SIGNED_IN', 'Please sign in to continue.')
  if (access === 'admin' && !request.caller.groups.includes('admin')) throw new Failure('NOT_ALLOWED', 'Only an admin may do this.')
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined
  }
}
