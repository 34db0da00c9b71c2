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
    request: 'An account with this address was opened',
    otherwise: 'If that was not you, ignore this mail: without the code the account stays closed.',
  })

export const signInMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge sign-in code`,
    lead: 'Enter this code to finish signing in.',
    request: 'Somebody entered your password',
    otherwise: 'If that was not you, somebody else knows your password: tell the people who run this site.',
  })

export const resetMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge password code`,
    lead: 'Enter this code to set a new password.',
    request: 'A new password for your account was asked for',
    otherwise: 'If that was not you, ignore this mail: your password stays as it is. Give this code to nobody.',
  })

/** Of an admin's doing, so it tells the way to the form. */
export const sentResetMail = (mail: Omit<CodeMail, 'address'>): Message =>
  layOut({
    ...mail,
    subject: `${mail.code} is your Video Forge password code`,
    lead: `An admin of ${mail.publicUrl} sends you this code so that you can set a new password. Choose "Forgot password?" at the sign-in, then "I have a code".`,
    reason: `It was sent on ${when(mail.at)}. When it has run out, "Forgot password?" sends you another. If you want to keep your password, ignore this mail.`,
  })

/** Goes to the new address. */
export const newAddressMail = (mail: CodeMail): Message =>
  write(mail, {
    subject: `${mail.code} is your Video Forge verification code`,
    lead: 'Enter this code to make this the e-mail address of your account.',
    request: 'The owner of an account asked to use this address',
    otherwise: 'If that was not you, ignore this mail: without the code nothing changes.',
  })

/** Goes to the address that was the account's until now. */
export const addressChangedMail = (mail: AccountMail & { newAddress: string }): Message =>
  write(mail, {
    subject: 'Your Video Forge e-mail address was changed',
    lead: `Your account now uses the address ${mail.newAddress}. Mail from us goes there from now on.`,
    request: 'The address was changed',
    otherwise: 'If that was not you, tell the people who run this site at once.',
  })

export const passwordChangedMail = (mail: AccountMail): Message =>
  write(mail, {
    subject: 'Your Video Forge password was changed',
    lead: 'The password of your account was changed, and you were signed out on your other devices.',
    request: 'It was changed',
    otherwise: 'If that was not you, choose "Forgot password?" at the sign-in to set a new one, and tell the people who run this site.',
  })

export const accountDeletedMail = (mail: AccountMail): Message =>
  write(mail, {
    subject: 'Your Video Forge account was deleted',
    lead: 'Your account is deleted, and all its videos with it.',
    request: 'It was deleted',
    otherwise: 'If that was not you, tell the people who run this site.',
  })

function write(
  mail: AccountMail & { code?: string },
  words: { subject: string; lead: string; request: string; otherwise: string },
): Message {
  const { to, username, code, at, address, publicUrl } = mail
  const reason = `${words.request} on ${when(at)} from the network address ${address}, at ${publicUrl}.\n${words.otherwise}`
  return layOut({ to, username, ...(code && { code }), subject: words.subject, lead: words.lead, reason })
}
