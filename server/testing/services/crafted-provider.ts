import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'

/** An OpenID Connect provider whose next id_token a test writes itself, to attack with it. */
export interface CraftedProvider {
  issuer: string
  environment: Record<string, string>
  /** What the next exchange of a code answers with. */
  nextToken: string
  /** Signs claims with the current key, or in its name with another one. */
  sign(claims: JWTPayload, options?: { key?: CryptoKey }): Promise<string>
  /** From now on only a new key is published and used. */
  rotate(): Promise<void>
  close(): Promise<void>
}

const clientId = 'video-forge'
export const craftedSecret = 'the shared secret of this test provider'

export async function openCraftedProvider(): Promise<CraftedProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let current = { kid: 'key-1', ...(await generateKeyPair('RS256', { extractable: true })) }
  const provider: CraftedProvider = {
    issuer,
    environment: { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: craftedSecret, OIDC_NAME: 'Acme' },
    nextToken: '',
    sign: (claims, { key = current.privateKey } = {}) =>
      new SignJWT({ email: 'rita@example.com', email_verified: true, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: current.kid })
        .sign(key),
    async rotate() {
      current = { kid: 'key-2', ...(await generateKeyPair('RS256', { extractable: true })) }
    },
    async close() {
      server.closeAllConnections()
      server.close()
    },
  }
  const answers: Record<string, () => Promise<object> | object> = {
    '/.well-known/openid-configuration': () => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
    }),
    '/jwks': async () => ({ keys: [{ ...(await exportJWK(current.publicKey)), kid: current.kid, alg: 'RS256', use: 'sig' }] }),
    '/token': () => ({ access_token: 'any', token_type: 'Bearer', id_token: provider.nextToken }),
  }
  server.on('request', async (request, response) => {
    request.resume()
    const answer = await answers[request.url ?? '']?.()
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(JSON.stringify(answer ?? {}))
  })
  return provider
}
