import type { Email } from 'postal-mime'
import { vi } from 'vitest'
import { startMailServer } from './services/mail-server.ts'

/** All mails of a test. */
export interface Mailbox {
  url: string
  /** The number of mails so far, in total or to this address. */
  count(address?: string): number
  /** The newest mail to this address; waits for it if necessary. The first `after` mails do not count. */
  mailTo(address: string, after?: number): Promise<Email>
  close(): Promise<void>
}

export async function openMailbox(): Promise<Mailbox> {
  const server = await startMailServer()
  return {
    url: server.url,
    count: (address) => server.received.filter(({ to }) => address === undefined || to.includes(address)).length,
    mailTo: (address, after = 0) =>
      vi.waitFor(
        () => {
          const mail = server.received.slice(after).findLast(({ to }) => to.includes(address))
          if (!mail) throw new Error(`no mail to ${address}`)
          return mail.email
        },
        { timeout: 60_000, interval: 10 },
      ),
    close: () => server.stop(),
  }
}

/** The six digits in a mail. */
export function codeIn(mail: Email): string {
  const code = /^\s+(\d{6})$/m.exec(mail.text ?? '')?.[1]
  if (!code) throw new Error(`no code in: ${mail.text}`)
  return code
}
