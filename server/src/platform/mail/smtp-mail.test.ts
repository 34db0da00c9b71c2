import { expect, onTestFinished, test } from 'vitest'
import { startMailServer } from '../../../testing/services/mail-server.ts'
import { mailSuite, sender } from './mail.suite.ts'
import { createSmtpMail } from './smtp-mail.ts'

async function open() {
  const server = await startMailServer()
  const mail = createSmtpMail({ url: server.url, from: sender })
  onTestFinished(async () => {
    await mail.close()
    await server.stop()
  })
  return { mail, server, arrived: async () => server.received.map(({ email }) => email) }
}

mailSuite('mail by SMTP', open)

const message = { to: 'ada@example.com', subject: 'Welcome', text: 'Hello', html: '<p>Hello</p>' }

test('the envelope names the sender and just the one receiver, whatever the subject says', async () => {
  const { mail, server } = await open()
  await mail.send({ ...message, subject: 'Hello\r\nBcc: eve@example.com' })
  expect(server.received.map(({ from, to }) => ({ from, to }))).toEqual([{ from: 'forge@example.com', to: ['ada@example.com'] }])
})

test('signs in with the name and password of the URL', async () => {
  const server = await startMailServer({ username: 'forge', password: 'p@ss word' })
  onTestFinished(server.stop)
  const right = createSmtpMail({ url: server.url.replace('//', `//forge:${encodeURIComponent('p@ss word')}@`), from: sender })
  const wrong = createSmtpMail({ url: server.url.replace('//', '//forge:guess@'), from: sender })
  onTestFinished(() => right.close())
  onTestFinished(() => wrong.close())
  await right.send(message)
  await expect(wrong.send(message)).rejects.toMatchObject({ responseCode: 535 })
  expect(server.received).toHaveLength(1)
})

test('a mail the server refuses is not taken for sent', async () => {
  const { mail, server } = await open()
  await expect(mail.send({ ...message, to: 'refused@example.com' })).rejects.toMatchObject({ responseCode: 550 })
  expect(server.received).toEqual([])
})

test('a dead server rejects, and mail goes out again once it is back', async () => {
  const first = await startMailServer()
  const mail = createSmtpMail({ url: first.url, from: sender })
  onTestFinished(() => mail.close())
  await mail.send(message)
  await first.stop()
  await expect(mail.send(message)).rejects.toMatchObject({ code: 'ESOCKET' })
  await expect(mail.check()).rejects.toThrow()
  const second = await startMailServer({ port: first.port })
  onTestFinished(second.stop)
  await mail.send(message)
  expect(second.received).toHaveLength(1)
})
