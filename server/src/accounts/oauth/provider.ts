import { Failure } from '@video-forge/contract/errors'
import type { Configuration } from 'openid-client'
import type { OAuthAttempt } from './oauth-cookie.ts'
import type { ProviderSettings } from './providers.ts'

export type OpenProvider = Awaited<ReturnType<ReturnType<typeof createProvider>>>

/** What a provider says about a person. */
export type Claims = Readonly<Record<string, unknown>> & { iss: string; sub: string }

/** How far its clock may differ from ours. */
const clockToleranceSeconds = 60

/** Finds an OpenID Connect provider at its first use and remembers it; a failed discovery is tried again next time. */
export function createProvider(settings: ProviderSettings) {
  const { name, clientId, clientSecret, issuer } = settings
  let discovered: Promise<Configuration> | undefined
  const forget = () => {
    discovered = undefined
  }
  return async () => {
    // Imported on demand: most sites never need it.
    const client = await import('openid-client')
    discovered ??= client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: clientSecret, [client.clockTolerance]: clockToleranceSeconds },
      undefined,
      {
        // Without the second one the signature of an id_token would be left to TLS.
        execute: [...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []), client.enableNonRepudiationChecks],
        timeout: 10,
      },
    )
    try {
      return { client, configuration: await discovered, settings, forget }
    } catch (cause) {
      discovered = undefined
      throw new Failure('UNAVAILABLE', `${name} cannot be reached right now. Please try again in a moment.`, { retryAfter: 30, cause })
    }
  }
}

/** What came back to the browser. `iss` names the provider that answered, where it says so. */
interface Returned {
  code: string
  iss?: string | undefined
}

/** Exchanges the authorization code for what the provider says about the person. */
export async function exchangeCode(provider: OpenProvider, attempt: OAuthAttempt, { code, iss }: Returned): Promise<Claims | undefined> {
  const { client, configuration } = provider
  const { redirectUri, state, nonce, verifier } = attempt
  const returned = new URL(redirectUri)
  returned.searchParams.set('code', code)
  returned.searchParams.set('state', state)
  // The attempt belongs to one provider. A browser that names another one is refused; one that names none is answered by this provider or not at all.
  returned.searchParams.set('iss', iss ?? configuration.serverMetadata().issuer)
  const granted = await client.authorizationCodeGrant(configuration, returned, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  })
  const claims = granted.claims()
  return claims && { ...(await moreClaims(provider, granted.access_token, claims)), ...claims }
}

/** Many providers put the address and the groups only into their answer about the person. */
async function moreClaims({ client, configuration, settings }: OpenProvider, accessToken: string, claims: Claims): Promise<object> {
  const isComplete = claims['email'] !== undefined && (!settings.admins || claims[settings.admins.claim] !== undefined)
  if (isComplete || !configuration.serverMetadata().userinfo_endpoint) return {}
  return client.fetchUserInfo(configuration, accessToken, claims.sub)
}
