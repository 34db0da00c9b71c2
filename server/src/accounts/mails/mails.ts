import { limits } from '@video-forge/contract/rules/limits'
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
  writeCode(mail, 'verification', {
    lead: 'Welcome to Video Forge. Enter this code to confirm your e-mail address.',
    request: 'An account with this address was created',
    otherwise: 'If that was not you, ignore this mail: without the code the account cannot be used.',
  })

export const signInMail = (mail: CodeMail): Message =>
  writeCode(mail, 'sign-in', {
    lead: 'Enter this code to finish signing in.',
    request: 'Somebody entered your password',
    otherwise: 'If that was not you, somebody else knows your password. Change it, and contact the admins of this site.',
  })

export const resetMail = (mail: CodeMail): Message =>
  writeCode(mail, 'password', {
    lead: 'Enter this code to set a new password.',
    request: 'A new password for your account was requested',
    otherwise: 'If that was not you, ignore this mail: your password stays the same. Do not share this code.',
  })

/** Requested by an admin, so it explains where to enter the code. */
export const sentResetMail = (mail: Omit<CodeMail, 'address'>): Message =>
  layOut({
    ...mail,
    subject: codeSubject(mail.code, 'password'),
    lead: `An admin of ${mail.publicUrl} sent you this code to set a new password. Choose "Forgot password?" on the sign-in page, then "I have a code".`,
    reason: `It was sent on ${when(mail.at)}. If it has expired, "Forgot password?" sends you a new one. If you want to keep your password, ignore this mail.`,
  })

/** Goes to the new address. */
export const newAddressMail = (mail: CodeMail): Message =>
  writeCode(mail, 'verification', {
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

export const keyCreatedMail = (mail: AccountMail & { name: string; scopes: readonly string[] }): Message =>
  write(mail, {
    subject: 'A new API key for your Video Forge account',
    lead: `The API key "${mail.name}" was created. With it, programs can use your account: ${mail.scopes.join(', ')}.`,
    request: 'It was created',
    otherwise: `If that was not you, revoke it at ${mail.publicUrl}/account and change your password.`,
  })

export const signingKeyCreatedMail = (mail: AccountMail & { name: string }): Message =>
  write(mail, {
    subject: 'A new signing key for your Video Forge account',
    lead: `The signing key "${mail.name}" was created. Who has it can make links that play your private videos.`,
    request: 'It was created',
    otherwise: `If that was not you, delete it at ${mail.publicUrl}/account and change your password.`,
  })

/** Not asked for by anybody, so it names no network address. */
export const webhookPausedMail = (mail: Omit<AccountMail, 'address'> & { url: string; webhookId: string; cause: string }): Message =>
  layOut({
    ...mail,
    subject: 'A webhook of your Video Forge account was paused',
    lead: `The webhook ${mail.url} was paused: ${mail.cause} Nothing is sent to it, and what happens meanwhile is not sent later.`,
    reason: `It was paused on ${when(mail.at)}. See its log, send a test and resume it at ${mail.publicUrl}/account/webhooks/${mail.webhookId}`,
  })

export const invitationMail = (mail: { to: string; link: string; publicUrl: string; invitedBy: string | null; at: Date }): Message =>
  layOut({
    to: mail.to,
    username: mail.to,
    subject: 'Your invitation to Video Forge',
    lead: `${mail.invitedBy ?? 'An admin'} invites you to create an account at ${mail.publicUrl}. Open this link to choose a name and a password:`,
    link: mail.link,
    reason: `It was sent on ${when(mail.at)}, can be used once and expires in ${limits.invitationDays} days. If you do not want an account, ignore this mail.`,
  })

export const accountDeletedMail = (mail: AccountMail): Message =>
  write(mail, {
    subject: 'Your Video Forge account was deleted',
    lead: 'Your account and all its videos were deleted.',
    request: 'It was deleted',
    otherwise: 'If that was not you, contact the admins of this site.',
  })

interface Words {
  lead: string
  /** What was asked for, or done; the mail adds when and from where. */
  request: string
  otherwise: string
}

type CodeKind = 'verification' | 'sign-in' | 'password'

const codeSubject = (code: string, kind: CodeKind): string => `${code} is your Video Forge ${kind} code`

const writeCode = (mail: CodeMail, kind: CodeKind, words: Words): Message =>
  write(mail, { subject: codeSubject(mail.code, kind), ...words })

function write(mail: AccountMail & { code?: string }, words: Words & { subject: string }): Message {
  const { to, username, code, at, address, publicUrl } = mail
  const reason = `${words.request} on ${when(at)} from the network address ${address}, at ${publicUrl}.\n${words.otherwise}`
  return layOut({ to, username, ...(code && { code }), subject: words.subject, lead: words.lead, reason })
}
