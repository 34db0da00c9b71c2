import { Failure } from '@video-forge/contract/errors'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import { deviceOf } from '../sign-in/device.ts'
import { oauthLimits } from '../sign-in/limits.ts'
import { attemptSeconds, createAttemptSeal } from './oauth-cookie.ts'
import { createProvider, exchangeCode } from './provider.ts'
import { adoptProviderIdentity } from './provider-identity.ts'

const cookieName = 'video_forge_oauth'

/** Sign-in with Google, or with any OpenID Connect provider that GOOGLE_ISSUER names. */
export function oauthHandlers(
  parts: AccountDeps,
  secret: string,
): Handlers<'GET /site' | 'GET /auth/oauth/url' | 'POST /auth/oauth/callback'> {
  const { config, db, cache, sessions, devices, log } = parts
  const attempts = createAttemptSeal(secret)
  // localhost and 127.0.0.1 are the same machine.
  const origins = [config.publicUrl, config.publicUrl.replace('//localhost:', '//127.0.0.1:')]

  const provider = createProvider(config.google)

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
      const found = await provider()
      const attempt = await attempts.open(facts.cookie(cookieName))
      facts.clearCookie(cookieName)
      if (!attempt || body.state !== attempt.state || body.redirectUri !== attempt.redirectUri) {
        throw new Failure('INVALID_INPUT', 'This sign-in was started in another browser, or it took too long. Please try again.')
      }
      const claims = await exchangeCode(found, attempt, body.code).catch((error) => {
        log.warn({ err: error }, 'oauth sign-in refused by the provider')
        throw new Failure('INVALID_INPUT', 'Google did not accept this sign-in. Please try again.', { cause: error })
      })
      const { tokens, user } = await sessions.open(await adoptProviderIdentity(db, sessions, claims), deviceOf(facts.userAgent))
      devices.remember(facts, user.id)
      return { user, token: tokens.idToken, tokens }
    },
  }
}
