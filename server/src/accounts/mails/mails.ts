import type { Message } from '../../platform/mail/mail.ts'
import { layOut, when } from './mail-layout.ts'

interface AccountMail {
  to: string
  username: string
  publicUrl: string
  /** The network address the request came from. */
  address: string
  at: Date
}

interface CodeMail extends AccountMail {
  code: string
}

export const confirmationMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge verification code`,
    lead: 'Welcome to Video Forge. Enter this code to confirm your e-mail address.',
    request: 'An account with this address was created',
    otherwise: 'If that was not you, ignore this mail: without the code the account cannot be used.',
  })

export const signInMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge sign-in code`,
    lead: 'Enter this code to finish signing in.',
    request: 'Somebody entered your password',
    otherwise: 'If that was not you, somebody else knows your password. Change it, and contact the admins of this site.',
  })

export const resetMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge password code`,
    lead: 'Enter this code to set a new password.',
    request: 'A new password for your account was requested',
    otherwise: 'If that was not you, ignore this mail: your password stays the same. Do not share this code.',
  })

/** Requested by an admin, so it explains where to enter the code. */
export const sentResetMail = (mail: Omit<CodeMail, 'address'>): Message =>
  layOut({
    ...mail,
    subject: `${mail.code} is your Video Forge password code`,
    lead: `An admin of ${mail.publicUrl} sent you this code to set a new password. Choose "Forgot password?" on the sign-in page, then "I have a code".`,
    reason: `It was sent on ${when(mail.at)}. If it has expired, "Forgot password?" sends you a new one. If you want to keep your password, ignore this mail.`,
  })

/** Goes to the new address. */
export const newAddressMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge verification code`,
    lead: 'Enter this code to use this e-mail address for your account.',
    request: 'The owner of an account asked to use this address',
    otherwise: 'If that was not you, ignore this mail: without the code nothing changes.',
  })

/** Goes to the old address. */
export const addressChangedMail = (mail: AccountMail & { newAddress: string }): Message =>
  write(mail, {
    subject: 'Your Video Forge e-mail address was changed',
    lead: `Your account now uses the address ${mail.newAddress}. From now on, we send mail to that address.`,
    request: 'The address was changed',
    otherwise: 'If that was not you, contact the admins of this site at once.',
  })

export const passwordChangedMail = (mail: AccountMail): Message =>
  write(mail, {
    subject: 'Your Video Forge password was changed',
    lead: 'The password of your account was changed, and you were signed out on your other devices.',
    request: 'It was changed',
    otherwise: 'If that was not you, choose "Forgot password?" on the sign-in page to set a new one, and contact the admins of this site.',
  })

export const accountDeletedMail = (mail: AccountMail): Message =>
  write(mail, {
    subject: 'Your Video Forge account was deleted',
    lead: 'Your account and all its videos were deleted.',
    request: 'It was deleted',
    otherwise: 'If that was not you, contact the admins of this site.',
  })

function write(
  mail: AccountMail & { code?: string },
  words: { subject: string; lead: string; request: string; otherwise: string },
): Message {
  const { to, username, code, at, address, publicUrl } = mail
  const reason = `${words.request} on ${when(at)} from the network address ${address}, at ${publicUrl}.\n${words.otherwise}`
  return layOut({ to, username, ...(code && { code }), subject: words.subject, lead: words.lead, reason })
}
