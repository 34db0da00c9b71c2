import * as z from 'zod'
import { answer, endpoint, id, sessionId } from '../endpoint.ts'
import { limits } from '../rules/limits.ts'
import { sentences } from '../sentences.ts'
import { accountFields, user } from './accounts.ts'

const { username, email, newPassword, code } = accountFields
const moment = z.iso.datetime()
const message = z.string()
const currentPassword = z
  .string({ error: sentences.allFieldsRequired })
  .min(1, sentences.allFieldsRequired)
  .max(limits.passwordMaxLength, sentences.passwordTooLong)
/** Omitted for an account without a password, which needs a recent sign-in instead. */
const proof = currentPassword.optional()

const session = z
  .object({
    id,
    /** The session of this call. */
    current: z.boolean(),
    createdAt: moment,
    lastUsedAt: moment,
    /** For people, such as 'Chrome on Windows'. */
    device: z.string(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

/** Number of all sessions; the list has the most recent ones. */
const sessions = { sessions: z.array(session), total: z.number().int().nonnegative() }

const account = z
  .object({
    /** False for accounts that only sign in with Google. */
    hasPassword: z.boolean(),
    /** False as long as the username is made of an e-mail address: others do not see it, and `PUT /auth/username` chooses another. */
    hasPublicName: z.boolean(),
    /** The new address that is not confirmed yet. */
    pendingEmail: z.string().nullable(),
    videoCount: z.number().int().nonnegative(),
    /** The only admin cannot delete their account. */
    isLastAdmin: z.boolean(),
    /** The account has no password, and this sign-in is too old to confirm changes. */
    needsSignIn: z.boolean(),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>

/** Account settings: password reset, changes, sessions and deletion. */
export const accountSettingsEndpoints = {
  'POST /auth/password/forgot': endpoint({
    summary: 'Send a code for a new password; the response is the same whether the account exists or not',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ email }),
    status: 202,
    output: answer({ message }),
    errors: [],
  }),
  'PUT /auth/username': endpoint({
    summary: 'Choose the username, once, for an account that was created by a provider; it is the public name from then on',
    access: 'signed-in',
    scope: null,
    body: z.object({ username }),
    output: answer({ user }),
    errors: ['USERNAME_TAKEN', 'CONFLICT'],
  }),
  'POST /auth/password/reset': endpoint({
    summary: 'Set a new password with the mailed code; every session of the account ends',
    access: 'anyone',
    strangers: 'always',
    scope: null,
    body: z.object({ email, code, password: newPassword }),
    output: answer({ message }),
    errors: ['INVALID_CODE'],
  }),
  'PUT /auth/password': endpoint({
    summary: 'Change your password; other sessions end',
    access: 'signed-in',
    scope: null,
    body: z.object({ currentPassword, newPassword }),
    output: answer({ message }),
    errors: ['CONFLICT'],
  }),
  'GET /auth/account': endpoint({
    summary: 'The state of your account settings',
    access: 'signed-in',
    scope: null,
    output: answer({ account }),
    errors: [],
  }),
  'POST /auth/email': endpoint({
    summary: 'Request a new e-mail address; a code is sent to it',
    access: 'signed-in',
    scope: null,
    body: z.object({ newEmail: email, password: proof }),
    output: answer({ user, message }),
    errors: ['EMAIL_TAKEN', 'UNAVAILABLE'],
  }),
  'POST /auth/email/confirm': endpoint({
    summary: 'Confirm the new e-mail address with the mailed code',
    access: 'signed-in',
    scope: null,
    body: z.object({ code }),
    output: answer({ user, message }),
    errors: ['INVALID_CODE', 'EMAIL_TAKEN'],
  }),
  'GET /auth/sessions': endpoint({
    summary: 'Your sessions, most recently used first',
    access: 'signed-in',
    scope: null,
    output: answer(sessions),
    errors: [],
  }),
  'DELETE /auth/sessions': endpoint({
    summary: 'Sign out everywhere else',
    access: 'signed-in',
    scope: null,
    output: answer(sessions),
    errors: [],
  }),
  'DELETE /auth/sessions/{id}': endpoint({
    summary: 'End one of your sessions',
    access: 'signed-in',
    scope: null,
    params: z.object({ id: sessionId }),
    output: answer(sessions),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /auth/account': endpoint({
    summary: 'Delete your account and everything in it',
    access: 'signed-in',
    scope: null,
    body: z.object({ password: proof }).nullish(),
    output: answer({ message }),
    errors: ['CONFLICT'],
  }),
}
