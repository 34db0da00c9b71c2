import type { CookieSerializeOptions } from '@fastify/cookie'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { senderOf } from '../sender-of.ts'
import { apiPrefix } from './api-prefix.ts'
import type { ClientFacts, RequestFacts } from './handlers.ts'

/** The attributes of every cookie: only the API receives it, and no script can read it. */
export const cookieAttributes = (isHttps: boolean): CookieSerializeOptions => ({
  path: apiPrefix,
  httpOnly: true,
  sameSite: 'lax',
  secure: isHttps,
})

export const clientOf = ({ ip, headers }: FastifyRequest): ClientFacts => ({ address: ip, userAgent: headers['user-agent'] ?? '' })

export function factsOf(request: FastifyRequest, reply: FastifyReply, origin: string): RequestFacts {
  // Read once: behind a proxy the address is looked for each time.
  const { address, userAgent } = clientOf(request)
  return {
    address,
    userAgent,
    origin,
    sender: senderOf({ ip: address, headers: request.headers }, origin),
    disconnectSignal: () => {
      const disconnected = new AbortController()
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) disconnected.abort(new Failure('REQUEST_TIMEOUT', 'The client closed the connection.'))
      })
      return disconnected.signal
    },
    cookie: (name) => request.cookies[name],
    setCookie: (name, value, maxAgeSeconds) => void reply.setCookie(name, value, { maxAge: maxAgeSeconds }),
    clearCookie: (name) => void reply.setCookie(name, '', { maxAge: 0 }),
  }
}
