import { Failure } from '@video-forge/contract/errors'
import type { SignInProvider } from '@video-forge/contract/rules/account-rules'
import type { Handlers } from '../../http/api/handlers.ts'
import { takeFrom } from '../../platform/cache/rate-limit.ts'
import type { AccountDeps } from '../account-deps.ts'
import { deviceOf } from '../sign-in/device.ts'
import { oauthLimits } from '../sign-in/limits.ts'
import { loadLogo } from './logo.ts'
import { attemptSeconds, createAttemptSeal } from './oauth-cookie.ts'
import { createProvider, exchangeCode, type OpenProvider } from './provider.ts'
import { adoptProviderIdentity } from './provider-identity.ts'
import { providersOf } from './providers.ts'

const cookieName = 'video_forge_oauth'

/** Sign-in with Google, and with the OpenID Connect provider of the site. Both are settings of one mechanism. */
export function oauthHandlers(
  parts: AccountDeps,
  secret: string,
): Handlers<'GET /site' | 'GET /auth/oauth/url' | 'POST /auth/oauth/callback'> {
  const { config, cache, sessions, devices, log } = parts
  const attempts = createAttemptSeal(secret)
  const openProvider = createProviders(config)
  const readLogo = loadLogo(config.oidc.kind === 'on' ? config.oidc.logoUrl : undefined, log)
  return {
    'GET /site': async () => ({
      site: {
        googleSignIn: config.google.kind === 'on',
        oidc: config.oidc.kind === 'on' ? { name: config.oidc.name, logo: readLogo() } : null,
        registration: config.registration,
      },
    }),

    'GET /auth/oauth/url': async ({ query: { provider, redirectUri }, facts }) => {
      await takeFrom(cache, oauthLimits(facts.address))
      const { client, configuration, settings } = await openProvider(provider)
      checkRedirect(redirectUri, config.publicUrl)
      const verifier = client.randomPKCECodeVerifier()
      const attempt = { provider, state: client.randomState(), nonce: client.randomNonce(), verifier, redirectUri }
      const authUrl = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scopes,
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
      const attempt = await attempts.open(facts.cookie(cookieName))
      facts.clearCookie(cookieName)
      if (!attempt || body.state !== attempt.state || body.redirectUri !== attempt.redirectUri) {
        throw new Failure('INVALID_INPUT', 'This sign-in was started in another browser, or it took too long. Please try again.')
      }
      const provider = await openProvider(attempt.provider)
      const { settings } = provider
      const claims = await exchangeCode(provider, attempt, body).catch((error) => {
        // It may sign with new keys. What it refused itself, such as a used code, says nothing about them.
        if (!(error instanceof provider.client.ResponseBodyError)) provider.forget()
        log.warn({ err: error, provider: attempt.provider }, 'oauth sign-in refused by the provider')
        throw new Failure('INVALID_INPUT', `${settings.name} did not accept this sign-in. Please try again.`, { cause: error })
      })
      const { tokens, user } = await sessions.open(await adoptProviderIdentity(parts, settings, claims), deviceOf(facts.userAgent))
      devices.remember(facts, user.id)
      return { user, token: tokens.idToken, tokens }
    },
  }
}

function checkRedirect(redirectUri: string, publicUrl: string): void {
  // localhost and 127.0.0.1 are the same machine.
  const origins = [publicUrl, publicUrl.replace('//localhost:', '//127.0.0.1:')]
  if (origins.some((origin) => redirectUri === `${origin}/auth/callback`)) return
  throw new Failure('INVALID_INPUT', `The redirect address must be ${publicUrl}/auth/callback.`)
}

function createProviders(config: AccountDeps['config']): (id: SignInProvider) => Promise<OpenProvider> {
  const { Google, oidc } = providersOf(config)
  const open = { Google: Google && createProvider(Google), oidc: oidc && createProvider(oidc) }
  return async (id) => {
    const provider = open[id]
    if (provider) return provider()
    throw new Failure('NOT_FOUND', `${id === 'Google' ? 'Google sign-in' : 'Single sign-on'} is not set up on this site.`)
  }
}
