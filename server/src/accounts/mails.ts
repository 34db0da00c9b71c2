import { limits } from '@video-forge/contract/limits'
import type { Message } from '../platform/mail/mail.ts'

interface CodeMail {
  to: string
  username: string
  code: string
  publicUrl: string
  /** The network address the request came from. */
  address: string
  at: Date
}

export const confirmationMail = (mail: CodeMail): Message =>
  compose(mail, {
    subject: `${mail.code} is your Video Forge verification code`,
    lead: 'Welcome to Video Forge. Enter this code to confirm your e-mail address.',
    request: 'An account with this address was opened',
    otherwise: 'If that was not you, ignore this mail: without the code the account stays closed.',
  })

export const signInMail = (mail: CodeMail): Message =>
  compose(mail, {
    subject: `${mail.code} is your Video Forge sign-in code`,
    lead: 'Enter this code to finish signing in.',
    request: 'Somebody entered your password',
    otherwise: 'If that was not you, somebody else knows your password: tell the people who run this site.',
  })

function compose(mail: CodeMail, words: { subject: string; lead: string; request: string; otherwise: string }): Message {
  const greeting = `Hello ${mail.username},`
  const life = `The code works once, for ${limits.codeMinutes} minutes.`
  const who = `${words.request} on ${when(mail.at)} from the network address ${mail.address}, at ${mail.publicUrl}.`
  const text = [greeting, '', words.lead, '', `    ${mail.code}`, '', life, '', who, words.otherwise, ''].join('\n')
  const paragraph = (content: string, style: string) => `<p style="margin:0 0 16px;${style}">${content}</p>`
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(words.subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f5f3;color:#1f1e1c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e1dd;border-radius:12px">
${paragraph('Video Forge', 'font-weight:600')}
${paragraph(escapeHtml(greeting), '')}
${paragraph(escapeHtml(words.lead), '')}
<p style="margin:24px 0;padding:16px;background:#f6f5f3;border-radius:8px;text-align:center;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${mail.code}</p>
${paragraph(escapeHtml(life), '')}
${paragraph(escapeHtml(`${who} ${words.otherwise}`), 'font-size:13px;color:#5c5953')}
</div></body></html>
`
  return { to: mail.to, subject: words.subject, text, html }
}

const when = (at: Date): string => `${at.toISOString().slice(0, 10)} at ${at.toISOString().slice(11, 16)} UTC`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
