import { hkdfSync } from 'node:crypto'
import { type SignInProvider, signInProviders } from '@video-forge/contract/rules/account-rules'
import { EncryptJWT, jwtDecrypt } from 'jose'

/** What is compared when the browser comes back from the provider. */
export interface OAuthAttempt {
  provider: SignInProvider
  state: string
  nonce: string
  verifier: string
  redirectUri: string
}

export const attemptSeconds = 10 * 60

/** The attempt is stored encrypted in a cookie, so that the server stores nothing and no other browser can finish it. */
export function createAttemptSeal(secret: string) {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'video-forge oauth', 32))
  return {
    seal: ({ provider, state, nonce, verifier, redirectUri }: OAuthAttempt): Promise<string> =>
      new EncryptJWT({ provider, state, nonce, verifier, redirectUri })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setExpirationTime(`${attemptSeconds}s`)
        .encrypt(key),

    async open(cookie: string | undefined): Promise<OAuthAttempt | undefined> {
      if (!cookie) return undefined
      const opened = await jwtDecrypt(cookie, key, { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }).catch(
        () => undefined,
      )
      const { provider: name = 'Google', state, nonce, verifier, redirectUri } = opened?.payload ?? {}
      // The version before knows only Google, and names no provider.
      const provider = signInProviders.find((each) => each === name)
      if (typeof state !== 'string' || typeof nonce !== 'string' || typeof verifier !== 'string' || typeof redirectUri !== 'string')
        return undefined
      return provider && { provider, state, nonce, verifier, redirectUri }
    },
  }
}
