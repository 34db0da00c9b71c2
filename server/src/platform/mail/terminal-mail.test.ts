import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../testing/temporary-folder.ts'
import { mailSuite, sender } from './mail.suite.ts'
import { createTerminalMail } from './terminal-mail.ts'

async function open() {
  const folder = join(await temporaryFolder(), 'mail')
  const printed: string[] = []
  return {
    folder,
    printed,
    mail: createTerminalMail({ folder, from: sender, print: (text) => printed.push(text) }),
    arrived: async () => {
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.sort().map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
    },
  }
}

mailSuite('mail on the terminal', open)

const message = { to: 'ada@example.com', subject: 'Welcome', text: 'Your code is 012345.\n', html: '<p>Your code is 012345.</p>' }

test('the terminal shows to whom, what about, the text, and where the mail is kept', async () => {
  const { mail, printed, folder } = await open()
  await mail.send(message)
  const [name] = await readdir(folder)
  expect(name).toMatch(/\.eml$/)
  expect(printed).toEqual([`\n--- Mail to ada@example.com: Welcome\nYour code is 012345.\n--- kept as ${join(folder, name ?? '')}\n`])
})

test('a kept mail holds codes, so only its owner may read it', async () => {
  const { mail, folder } = await open()
  await mail.send(message)
  const [name = ''] = await readdir(folder)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
})

test('a mail that cannot be saved is not sent', async () => {
  const { printed } = await open()
  const mail = createTerminalMail({ folder: '/dev/null/mail', from: sender, print: (text) => printed.push(text) })
  await expect(mail.send(message)).rejects.toThrow()
  await expect(mail.check()).rejects.toThrow()
  expect(printed).toEqual([])
})
