import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server that keeps what it gets. */
export interface Mailbox {
  url: string
  received: Email[]
  /** The newest mail to this address, waiting for it when it has not come yet. Mails before `after` do not count. */
  mailTo(address: string, after?: number): Promise<Email>
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const received: Email[] = []
  const arrivals = new EventTarget()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        arrivals.dispatchEvent(new Event('mail'))
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    async mailTo(address, after = 0) {
      for (;;) {
        const mail = received.slice(after).findLast((candidate) => candidate.to?.some((to) => to.address === address))
        if (mail) return mail
        await once(arrivals, 'mail')
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** The six digits in a mail. */
export function codeIn(mail: Email): string {
  const code = /^\s+(\d{6})$/m.exec(mail.text ?? '')?.[1]
  if (!code) throw new Error(`no code in: ${mail.text}`)
  return code
}
