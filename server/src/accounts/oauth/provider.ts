import { Failure } from '@video-forge/contract/errors'
import type { Configuration, IDToken } from 'openid-client'
import type { Config } from '../../config.ts'
import type { OAuthAttempt } from './oauth-cookie.ts'

/** Finds the OpenID Connect provider at its first use and remembers it; a failed discovery is tried again next time. */
export function createProvider(google: Config['google']) {
  let discovered: Promise<Configuration> | undefined
  return async () => {
    if (google.kind === 'off') throw new Failure('NOT_FOUND', 'Google sign-in is not set up on this site.')
    const { clientId, clientSecret, issuer } = google
    // Imported on demand: most sites never need it.
    const client = await import('openid-client')
    discovered ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      timeout: 10,
    })
    try {
      return { client, configuration: await discovered }
    } catch (cause) {
      discovered = undefined
      throw new Failure('UNAVAILABLE', 'Google cannot be reached right now. Please try again in a moment.', { retryAfter: 30, cause })
    }
  }
}

type Provider = Awaited<ReturnType<ReturnType<typeof createProvider>>>

/** Exchanges the authorization code for what the provider says about the person. */
export async function exchangeCode(
  { client, configuration }: Provider,
  { redirectUri, state, nonce, verifier }: OAuthAttempt,
  code: string,
): Promise<IDToken | undefined> {
  const returned = new URL(redirectUri)
  returned.searchParams.set('code', code)
  returned.searchParams.set('state', state)
  // The browser does not send `iss`; there is only one provider, so its issuer is known.
  returned.searchParams.set('iss', configuration.serverMetadata().issuer)
  const granted = await client.authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  return granted.claims()
}
