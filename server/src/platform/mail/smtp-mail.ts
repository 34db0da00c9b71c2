import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'

/** Mail by SMTP. The URL's query may carry nodemailer's own options, such as `?tls.rejectUnauthorized=false`. */
export function createSmtpMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport(
    { url, pool: true, maxConnections: 2, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send(message) {
      await transport.sendMail(message)
    },
    async check() {
      await transport.verify()
    },
    close: async () => transport.close(),
  }
}
