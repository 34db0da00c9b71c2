import { Failure } from '@video-forge/contract/errors'
import type { Configuration } from 'openid-client'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import { deviceOf } from '../sign-in/device.ts'
import { oauthLimits } from '../sign-in/limits.ts'
import { attemptSeconds, createAttemptSeal } from './oauth-cookie.ts'
import { adoptProviderIdentity } from './provider-identity.ts'

const cookieName = 'video_forge_oauth'

/** Sign-in with Google, or with any OpenID Connect provider that GOOGLE_ISSUER names. */
export function oauthHandlers(
  parts: AccountDeps,
  secret: string,
): Handlers<'GET /site' | 'GET /auth/oauth/url' | 'POST /auth/oauth/callback'> {
  const { config, db, cache, sessions, devices, log } = parts
  const attempts = createAttemptSeal(secret)
  // On one's own machine the two names of it are the same place.
  const origins = [config.publicUrl, config.publicUrl.replace('//localhost:', '//127.0.0.1:')]

  let discovered: Promise<Configuration> | undefined
  const provider = async () => {
    if (config.google.kind === 'off') throw new Failure('NOT_FOUND', 'Google sign-in is not set up on this site.')
    const { clientId, clientSecret, issuer } = config.google
    // Loaded at the first use only: most sites never need it.
    const client = await import('openid-client')
    discovered ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, {
      execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
      timeout: 10,
    })
    try {
      return { client, configuration: await discovered }
    } catch (cause) {
      discovered = undefined
      throw new Failure('UNAVAILABLE', 'Google can not be reached right now. Please try again in a moment.', { retryAfter: 30, cause })
    }
  }

  const checkRedirect = (redirectUri: string) => {
    if (origins.some((origin) => redirectUri === `${origin}/auth/callback`)) return
    throw new Failure('INVALID_INPUT', `The redirect address must be ${config.publicUrl}/auth/callback.`)
  }

  return {
    'GET /site': async () => ({ site: { googleSignIn: config.google.kind === 'on' } }),

    'GET /auth/oauth/url': async ({ query: { redirectUri }, facts }) => {
      await takeFrom(cache, oauthLimits(facts.address))
      const { client, configuration } = await provider()
      checkRedirect(redirectUri)
      const verifier = client.randomPKCECodeVerifier()
      const attempt = { state: client.randomState(), nonce: client.randomNonce(), verifier, redirectUri }
      const authUrl = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      facts.setCookie(cookieName, await attempts.seal(attempt), attemptSeconds)
      return { authUrl: authUrl.href }
    },

    'POST /auth/oauth/callback': async ({ body, facts }) => {
      await takeFrom(cache, oauthLimits(facts.address))
      const { client, configuration } = await provider()
      const attempt = await attempts.open(facts.cookie(cookieName))
      facts.clearCookie(cookieName)
      if (!attempt || body.state !== attempt.state || body.redirectUri !== attempt.redirectUri) {
        throw new Failure('INVALID_INPUT', 'This sign-in was not started in this browser, or it took too long. Please try again.')
      }
      const returned = new URL(attempt.redirectUri)
      returned.searchParams.set('code', body.code)
      returned.searchParams.set('state', body.state)
      // There is one provider, so its name in the answer can only be its own.
      returned.searchParams.set('iss', configuration.serverMetadata().issuer)
      const granted = await client
        .authorizationCodeGrant(configuration, returned, {
          pkceCodeVerifier: attempt.verifier,
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          idTokenExpected: true,
        })
        .catch((error) => {
          log.warn({ err: error }, 'the provider refused a sign-in')
          throw new Failure('INVALID_INPUT', 'Google did not accept this sign-in. Please try again.', { cause: error })
        })
      const { tokens, user } = await sessions.open(await adoptProviderIdentity(db, sessions, granted.claims()), deviceOf(facts.userAgent))
      devices.remember(facts, user.id)
      return { user, token: tokens.idToken, tokens }
    },
  }
}
