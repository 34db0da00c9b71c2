import type { Email } from 'postal-mime'
import { describe, expect, test } from 'vitest'
import type { Mail, Message } from './mail.ts'

export interface OpenedMail {
  mail: Mail
  /** The mails that arrived, oldest first, as a mail program reads them. */
  arrived(): Promise<Email[]>
}

/** The sender every adapter is opened with. */
export const sender = 'Video Forge <forge@example.com>'

const message: Message = {
  to: 'ada@example.com',
  subject: 'Your code is 012345',
  text: 'Hello Ada,\n\nyour code is 012345.\n.\nA line after a lone dot, and Zoë says 你好.\n',
  html: '<p>Hello <b>Ada</b>, your code is 012345. Zoë says 你好.</p>',
}

/** What every way to send mail does. */
export function mailSuite(name: string, open: () => Promise<OpenedMail>): void {
  describe(name, () => {
    test('can check that it is able to send', async () => {
      const { mail } = await open()
      await expect(mail.check()).resolves.toBeUndefined()
    })

    test('delivers sender, receiver, subject and both bodies', async () => {
      const { mail, arrived } = await open()
      await mail.send(message)
      const [email, ...others] = await arrived()
      expect(others).toEqual([])
      expect(email?.from).toMatchObject({ name: 'Video Forge', address: 'forge@example.com' })
      expect(email?.to).toMatchObject([{ address: 'ada@example.com' }])
      expect(email?.subject).toBe(message.subject)
      expect(email?.text?.replaceAll('\r\n', '\n').trim()).toBe(message.text.trim())
      expect(email?.html?.trim()).toBe(message.html)
      expect(email?.messageId).toMatch(/^<.+@.+>$/)
    })

    test('keeps a subject outside ASCII', async () => {
      const { mail, arrived } = await open()
      await mail.send({ ...message, subject: 'Zoë: 你好 — ready 🎬' })
      expect((await arrived()).map(({ subject }) => subject)).toEqual(['Zoë: 你好 — ready 🎬'])
    })

    test('makes no header of a line break in the subject', async () => {
      const { mail, arrived } = await open()
      await mail.send({ ...message, subject: 'Hello\r\nBcc: eve@example.com\r\n\r\n<b>forged</b>' })
      const [email] = await arrived()
      expect(email?.headers.map(({ key }) => key)).not.toContain('bcc')
      expect(email?.bcc ?? []).toEqual([])
      expect(email?.html?.trim()).toBe(message.html)
    })

    test('makes no header of a line break in the receiver', async () => {
      const { mail, arrived } = await open()
      // Whether the address is refused or cleaned is the adapter's choice; that no header comes of it is not.
      await mail.send({ ...message, to: 'ada@example.com\r\nX-Forged: yes\r\nSubject: forged' }).catch(() => {})
      for (const email of await arrived()) {
        expect(email.headers.map(({ key }) => key)).not.toContain('x-forged')
        expect(email.subject).toBe(message.subject)
      }
    })

    test('sends text that looks like a file or an address as text', async () => {
      const { mail, arrived } = await open()
      await mail.send({ ...message, text: 'file:///etc/passwd', html: 'http://localhost/' })
      const [email] = await arrived()
      expect([email?.text?.trim(), email?.html?.trim()]).toEqual(['file:///etc/passwd', 'http://localhost/'])
    })

    test('delivers many mails at once, each once', async () => {
      const { mail, arrived } = await open()
      const subjects = Array.from({ length: 12 }, (_, index) => `Mail ${String(index).padStart(2, '0')}`)
      await Promise.all(subjects.map((subject) => mail.send({ ...message, subject })))
      expect((await arrived()).map(({ subject }) => subject).sort()).toEqual(subjects)
    })
  })
}
