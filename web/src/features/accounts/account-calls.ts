import type { User } from '@video-forge/contract/accounts/accounts'
import { sentences } from '@video-forge/contract/sentences'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { call } from '../../session/call.ts'

/** An account that is not confirmed yet. The address is unknown after a sign-in by username. */
export interface Unconfirmed {
  username: string
  email: string | undefined
}

const identityOf = ({ username, email }: Unconfirmed) => ({ username, ...(email && { email }) })

/** Returns the server's message about the new account. */
export async function register(username: string, email: string, password: string, invitation?: string): Promise<string> {
  const answer = await withDefaultMessage(
    sentences.registrationFailed,
    call('POST /auth/register-with-group', { body: { username, email, password, ...(invitation && { invitation }) } }),
  )
  return answer.message ?? ''
}

/** Whether the answer to a registration says that a code was sent. */
export const mentionsCode = (message: string): boolean => /verification code/i.test(message)

export async function confirmEmail(who: Unconfirmed, confirmationCode: string): Promise<void> {
  await withDefaultMessage(
    sentences.confirmationFailed,
    call('POST /auth/confirm-email', { body: { ...identityOf(who), confirmationCode } }),
  )
}

export async function resendConfirmation(who: Unconfirmed): Promise<void> {
  await withDefaultMessage(sentences.resendFailed, call('POST /auth/resend-confirmation', { body: identityOf(who) }))
}

export const emailCodeFailed = 'The e-mail code could not be changed. Please try again.'

export async function switchEmailCode(enabled: boolean, password: string): Promise<boolean> {
  const answer = await withDefaultMessage(emailCodeFailed, call('PUT /auth/mfa', { body: { enabled, password } }))
  return answer.enabled
}

export async function forgotPassword(email: string): Promise<void> {
  await withDefaultMessage(sentences.forgotFailed, call('POST /auth/password/forgot', { body: { email } }))
}

export async function resetPassword(email: string, code: string, password: string): Promise<void> {
  await withDefaultMessage(sentences.resetFailed, call('POST /auth/password/reset', { body: { email, code, password } }))
}

export async function changePassword(currentPassword: string, newPassword: string): Promise<string> {
  const body = { currentPassword, newPassword }
  return (await withDefaultMessage(sentences.passwordChangeFailed, call('PUT /auth/password', { body }))).message
}

export async function chooseUsername(username: string): Promise<User> {
  return (await withDefaultMessage(sentences.usernameFailed, call('PUT /auth/username', { body: { username } }))).user
}

export async function requestEmailChange(newEmail: string, password: string | undefined): Promise<void> {
  await withDefaultMessage(sentences.addressChangeFailed, call('POST /auth/email', { body: { newEmail, password } }))
}

export async function confirmEmailChange(code: string): Promise<User> {
  return (await withDefaultMessage(sentences.addressChangeFailed, call('POST /auth/email/confirm', { body: { code } }))).user
}

export const endSession = (id: string) => call('DELETE /auth/sessions/{id}', { params: { id } })

export const endOtherSessions = () => call('DELETE /auth/sessions')

export async function deleteAccount(password: string | undefined): Promise<string> {
  return (await withDefaultMessage(sentences.accountDeletionFailed, call('DELETE /auth/account', { body: { password } }))).message
}
