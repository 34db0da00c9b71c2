import { limits } from '@video-forge/contract/rules/limits'
import type { Message } from '../../platform/mail/mail.ts'

export interface MailWords {
  to: string
  username: string
  subject: string
  lead: string
  /** Shown large, with how long it is valid. */
  code?: string
  /** A link of its own line. */
  link?: string
  /** Small print: why this mail was sent, and what to do if it is unexpected. */
  reason: string
}

/** A mail as text and as HTML with the same content. */
export function layOut({ to, username, subject, lead, code, link, reason }: MailWords): Message {
  const greeting = `Hello ${username},`
  const validity = `The code can be used once and expires in ${limits.codeMinutes} minutes.`
  const text = [greeting, '', lead, '', ...(code ? [`    ${code}`, '', validity, ''] : []), ...(link ? [link, ''] : []), reason, ''].join(
    '\n',
  )
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${escapeHtml(content)}</p>`
  const box =
    'margin:24px 0;padding:16px;background:#f6f5f3;border-radius:8px;text-align:center;font:600 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px'
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:#f6f5f3;color:#1f1e1c;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#ffffff;border:1px solid #e3e1dd;border-radius:12px">
${paragraph('Video Forge', 'font-weight:600')}
${paragraph(greeting)}
${paragraph(lead)}
${code ? `<p style="${box}">${code}</p>\n${paragraph(validity)}\n` : ''}${link ? `<p style="margin:0 0 16px"><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>\n` : ''}${paragraph(reason, 'font-size:13px;color:#5c5953')}
</div></body></html>
`
  return { to, subject, text, html }
}

export const when = (at: Date): string => `${at.toISOString().slice(0, 10)} at ${at.toISOString().slice(11, 16)} UTC`

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
