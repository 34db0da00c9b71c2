import type { SignInProvider } from '@video-forge/contract/rules/account-rules'
import type { Config } from '../../config.ts'

/** A provider as the site is configured: Google is one of them. */
export interface ProviderSettings {
  /** What people call it. */
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  scopes: string
  /** The claim with a person's groups, and the group whose members are admins; undefined where groups mean nothing. */
  admins: { claim: string; group: string } | undefined
}

export function providersOf({ google, oidc }: Pick<Config, 'google' | 'oidc'>): Partial<Record<SignInProvider, ProviderSettings>> {
  return {
    ...(google.kind === 'on' && { Google: { ...google, name: 'Google', scopes: 'openid email profile', admins: undefined } }),
    ...(oidc.kind === 'on' && {
      oidc: { ...oidc, admins: oidc.adminGroup === undefined ? undefined : { claim: oidc.groupsClaim, group: oidc.adminGroup } },
    }),
  }
}
