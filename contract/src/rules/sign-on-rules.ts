/** Who provides a sign-in: Google, or the site's own OpenID Connect provider. */
export const signInProviders = ['Google', 'oidc'] as const
export type SignInProvider = (typeof signInProviders)[number]

/** Who may create an account: everybody, people with an invitation, nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

/** The part of the address that carries an invitation. It stays in the browser: no server, proxy or log sees it. */
export const invitationFragment = 'invitation='
