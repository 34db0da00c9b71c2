import * as z from 'zod'
import { answer, endpoint, id, userId, whenMissing } from '../endpoint.ts'
import { groups } from '../rules/access.ts'
import { emailProblem, isCode, passwordProblem, registrationModes, signInProviders, usernameProblem } from '../rules/account-rules.ts'
import { limits } from '../rules/limits.ts'
import { sentences } from '../sentences.ts'

const allRequired = whenMissing(sentences.allFieldsRequired)

const ruled = (problem: (value: string) => string | undefined) =>
  z.string(allRequired).superRefine((value, context) => {
    const message = value.trim() === '' ? sentences.allFieldsRequired : problem(value)
    if (message) context.addIssue({ code: 'custom', message })
  })

const required = (max: number) => z.string(allRequired).trim().min(1, sentences.allFieldsRequired).max(max)

const username = z.string(allRequired).trim().pipe(ruled(usernameProblem))
const email = z.string(allRequired).trim().pipe(ruled(emailProblem))
const newPassword = ruled(passwordProblem)
const code = z.string({ error: sentences.codeNotSixDigits }).trim().refine(isCode, sentences.codeNotSixDigits)
/** A username or an e-mail address. */
const login = required(limits.emailMaxLength)
const token = z.string(allRequired).min(1, sentences.allFieldsRequired).max(4096)

const authorizationCode = z.string(whenMissing(sentences.noAuthorizationCode)).min(1, sentences.noAuthorizationCode).max(4096)

export const user = z
  .object({
    id,
    username: z.string(),
    email: z.string(),
    role: z.enum(groups),
    group: z.enum(groups),
    groups: z.array(z.enum(groups)),
    status: z.enum(['CONFIRMED', 'UNCONFIRMED']),
    mfaEnabled: z.boolean(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof user>

const tokens = z.object({ idToken: z.string(), accessToken: z.string(), refreshToken: z.string() })
export type Tokens = z.infer<typeof tokens>

const session = z.object({ tokens, user })
const message = z.string()

/** Fields that several account calls share. */
export const accountFields = { username, email, newPassword, code }

export const accountEndpoints = {
  'POST /auth/login': endpoint({
    summary: 'Sign in with a username or an e-mail address and a password',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ username: login, password: z.string(allRequired).min(1, sentences.allFieldsRequired).max(limits.passwordMaxLength) }),
    output: answer({ result: session }),
    errors: ['INVALID_CREDENTIALS', 'MFA_REQUIRED', 'USER_NOT_CONFIRMED', 'USER_DISABLED'],
  }),
  'POST /auth/mfa/complete': endpoint({
    summary: 'Finish a sign-in with the mailed code',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({
      session: token,
      otpCode: code,
      challengeName: z.string({ error: sentences.onlyEmailOtp }).refine((name) => name === 'EMAIL_OTP', sentences.onlyEmailOtp),
      username: login,
    }),
    output: answer({ result: session }),
    errors: ['INVALID_CREDENTIALS', 'USER_DISABLED'],
  }),
  'POST /auth/refresh': endpoint({
    summary: 'Exchange a refresh token for new tokens; each refresh token works once',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ refreshToken: z.string({ error: sentences.noRefreshToken }).min(1, sentences.noRefreshToken).max(4096) }),
    output: answer({ result: session }),
    errors: ['NOT_SIGNED_IN'],
  }),
  'POST /auth/logout': endpoint({
    summary: 'End this session and its refresh tokens',
    access: 'signed-in',
    scope: null,
    output: answer({ message }),
    errors: [],
  }),
  'GET /auth/profile': endpoint({
    summary: 'The signed-in user',
    access: 'signed-in',
    scope: 'read',
    output: answer({ user }),
    errors: [],
  }),
  'POST /auth/register-with-group': endpoint({
    summary: 'Create an account in the user group and mail a verification code',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({
      username,
      email,
      password: newPassword,
      /** The token of an invitation. Its mail has proved the address, so no code is sent. */
      invitation: z.string({ error: sentences.invitationGone }).max(200, sentences.invitationGone).optional(),
    }),
    status: 201,
    output: answer({ message, user }),
    errors: ['USERNAME_TAKEN', 'EMAIL_TAKEN', 'REGISTRATION_CLOSED', 'INVITATION_NEEDED'],
  }),
  'POST /auth/confirm-email': endpoint({
    summary: 'Confirm an e-mail address with the mailed code',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ email: required(limits.emailMaxLength).optional(), username: login, confirmationCode: code }),
    output: answer({ message }),
    errors: ['INVALID_CODE'],
  }),
  'POST /auth/resend-confirmation': endpoint({
    summary: 'Send a new verification code; the response is the same whether the account exists or not',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ email: required(limits.emailMaxLength).optional(), username: login }),
    output: answer({ message }),
    errors: [],
  }),
  'PUT /auth/mfa': endpoint({
    summary: 'Turn the e-mail code at sign-in on or off',
    access: 'signed-in',
    scope: null,
    body: z.object({
      enabled: z.boolean(),
      password: z.string(allRequired).min(1, sentences.allFieldsRequired).max(limits.passwordMaxLength),
    }),
    output: answer({ enabled: z.boolean() }),
    errors: ['CONFLICT'],
  }),
  'POST /auth/groups/admin': endpoint({
    summary: 'Make the user with this e-mail address an admin',
    access: 'admin',
    scope: 'admin',
    body: z.object({ email }),
    output: answer({ user }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /auth/users/{id}/permissions': endpoint({
    summary: 'The role and permissions of a user',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: userId }),
    output: answer({ result: z.object({ role: z.enum(groups), permissions: z.array(z.string()) }) }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /auth/users/{id}': endpoint({
    summary: 'Delete a user and everything they own',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: userId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /site': endpoint({
    summary: 'Public settings of this site',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    output: answer({
      site: z.object({
        googleSignIn: z.boolean(),
        /** The site's own single sign-on; the logo is a data: URL. Null where there is none. */
        oidc: z.object({ name: z.string(), logo: z.string().nullable() }).nullable(),
        registration: z.enum(registrationModes),
      }),
    }),
    errors: [],
  }),
  'GET /auth/oauth/url': endpoint({
    summary: "The URL for signing in with Google, or with the site's own provider (oidc)",
    access: 'anyone',
    strangers: 'always',
    scope: null,
    query: z.object({ provider: z.enum(signInProviders), redirectUri: z.url().max(2048) }),
    output: answer({ authUrl: z.string() }),
    errors: ['NOT_FOUND', 'UNAVAILABLE'],
  }),
  'POST /auth/oauth/callback': endpoint({
    summary: 'Finish a sign-in with a provider, with the returned code and state',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ code: authorizationCode, redirectUri: z.url().max(2048), state: token.optional(), iss: z.url().max(2048).optional() }),
    output: answer({ user, token: z.string(), tokens }),
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'USER_DISABLED', 'REGISTRATION_CLOSED', 'INVITATION_NEEDED', 'UNAVAILABLE'],
  }),
}
