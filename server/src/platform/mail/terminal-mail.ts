import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import { newId } from '../database/new-id.ts'
import type { Mail } from './mail.ts'

interface TerminalMailOptions {
  folder: string
  from: string
  print: (text: string) => void
}

/** Mail for a machine without a mail server: printed on the terminal, and saved as an .eml file that any mail program opens. */
export function createTerminalMail({ folder, from, print }: TerminalMailOptions): Mail {
  const transport = createTransport(
    { streamTransport: true, buffer: true, newline: 'windows' },
    { from, disableFileAccess: true, disableUrlAccess: true },
  )
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(message)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const path = join(folder, `${newId()}.eml`)
      await writeFile(`${path}.part`, bytes, { mode: 0o600 })
      await rename(`${path}.part`, path)
      print(['', `--- Mail to ${message.to}: ${message.subject}`, message.text.trim(), `--- kept as ${path}`, ''].join('\n'))
    },
    async check() {
      await mkdir(folder, { recursive: true, mode: 0o700 })
    },
    close: async () => {},
  }
}
