import * as z from 'zod'
import { accountFields, user } from './accounts.ts'
import { answer, endpoint, id, sessionId } from './endpoint.ts'
import { limits } from './rules/limits.ts'
import { sentences } from './sentences.ts'

const { email, newPassword, code } = accountFields
const moment = z.iso.datetime()
const message = z.string()
const currentPassword = z
  .string({ error: sentences.allFieldsRequired })
  .min(1, sentences.allFieldsRequired)
  .max(limits.passwordMaxLength, sentences.passwordTooLong)
/** Left out by somebody who has no password: a fresh sign-in stands in for it. */
const proof = currentPassword.optional()

const session = z
  .object({
    id,
    /** The session with which the call was made. */
    current: z.boolean(),
    createdAt: moment,
    lastUsedAt: moment,
    /** In plain words, such as 'Chrome on Windows'. */
    device: z.string(),
  })
  .meta({ id: 'Session' })
export type Session = z.infer<typeof session>

/** How many there are in all; the list holds those used last. */
const sessions = { sessions: z.array(session), total: z.number().int().nonnegative() }

const account = z
  .object({
    /** False for somebody who only signs in with Google. */
    hasPassword: z.boolean(),
    /** The new address that waits for its code. */
    pendingEmail: z.string().nullable(),
    videoCount: z.number().int().nonnegative(),
    /** The only admin cannot delete their account. */
    isLastAdmin: z.boolean(),
    /** Without a password, a change needs a sign-in of the last minutes; this one is older. */
    needsSignIn: z.boolean(),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof account>

/** How people look after their account: a forgotten password, changes, sessions, the end. */
export const accountSettingsEndpoints = {
  'POST /auth/password/forgot': endpoint({
    summary: 'Mail a code for a new password; the answer is the same whether the account exists or not',
    access: 'anyone',
    body: z.object({ email }),
    status: 202,
    output: answer({ message }),
    errors: [],
  }),
  'POST /auth/password/reset': endpoint({
    summary: 'Set a new password with the mailed code; every session of the account ends',
    access: 'anyone',
    body: z.object({ email, code, password: newPassword }),
    output: answer({ message }),
    errors: ['INVALID_CODE'],
  }),
  'PUT /auth/password': endpoint({
    summary: 'Change the own password; the other sessions end',
    access: 'signed-in',
    body: z.object({ currentPassword, newPassword }),
    output: answer({ message }),
    errors: ['CONFLICT'],
  }),
  'GET /auth/account': endpoint({
    summary: 'What the settings of the own account depend on',
    access: 'signed-in',
    output: answer({ account }),
    errors: [],
  }),
  'POST /auth/email': endpoint({
    summary: 'Ask for another e-mail address; a code goes to it',
    access: 'signed-in',
    body: z.object({ newEmail: email, password: proof }),
    output: answer({ user, message }),
    errors: ['EMAIL_TAKEN', 'UNAVAILABLE'],
  }),
  'POST /auth/email/confirm': endpoint({
    summary: 'Take the new e-mail address with the code mailed to it',
    access: 'signed-in',
    body: z.object({ code }),
    output: answer({ user, message }),
    errors: ['INVALID_CODE', 'EMAIL_TAKEN'],
  }),
  'GET /auth/sessions': endpoint({
    summary: 'Where the caller is signed in, the session used last first',
    access: 'signed-in',
    output: answer(sessions),
    errors: [],
  }),
  'DELETE /auth/sessions': endpoint({
    summary: 'Sign out everywhere but here',
    access: 'signed-in',
    output: answer(sessions),
    errors: [],
  }),
  'DELETE /auth/sessions/{id}': endpoint({
    summary: 'End one of the own sessions',
    access: 'signed-in',
    params: z.object({ id: sessionId }),
    output: answer(sessions),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /auth/account': endpoint({
    summary: 'Delete the own account with everything in it',
    access: 'signed-in',
    body: z.object({ password: proof }).nullish(),
    output: answer({ message }),
    errors: ['CONFLICT'],
  }),
}
