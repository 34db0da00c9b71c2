import { once } from 'node:events'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

interface ReceivedMail {
  from: string
  to: string[]
  email: Email
}

export interface MailServer {
  url: string
  port: number
  received: ReceivedMail[]
  stop(): Promise<void>
}

interface MailServerOptions {
  port?: number
  /** Who may send; everybody when there is no name. */
  username?: string
  password?: string
}

/** A real SMTP server on this machine that keeps what it gets and refuses mail to refused@example.com. */
export async function startMailServer({ port = 0, username, password }: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    logger: false,
    disabledCommands: username ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth(given, _session, done) {
      if (given.username === username && given.password === password) done(null, { user: username })
      else done(new Error('Invalid username or password'))
    },
    onRcptTo({ address }, _session, done) {
      done(address === 'refused@example.com' ? Object.assign(new Error('No such mailbox'), { responseCode: 550 }) : null)
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope
      readAll(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((email) => received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), email }))
        .then(() => done(), done)
    },
  })
  // Clients may disconnect at any time.
  server.on('error', () => {})
  const listener = server.listen(port, '127.0.0.1')
  await once(listener, 'listening')
  const address = listener.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
