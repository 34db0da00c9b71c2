import { createForge } from '@video-forge/client'
import type { Page } from 'playwright-core'

import { mailedCode } from './mail-folder.ts'
import { theProduct } from './the-product.ts'

export interface Person {
  username: string
  email: string
  password: string
}

let counter = 0

export function somebody(name: string): Person {
  counter += 1
  const unique = `${name}${process.pid}x${counter}`
  return { username: unique, email: `${unique}@example.com`, password: 'Secret-Pass-1' }
}

export const admin = (): Person => ({ username: 'admin', email: 'admin@localhost', password: theProduct().adminPassword })

/** Opens a confirmed account without a browser, for journeys that are about something else. */
export async function createAccount(person: Person): Promise<void> {
  const site = createForge({ url: theProduct().url })
  await site.call('POST /auth/register-with-group', { body: person })
  const confirmationCode = await mailedCode(person.email)
  await site.call('POST /auth/confirm-email', { body: { ...person, confirmationCode } })
}

export async function signIn(page: Page, { username, password }: Person): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('button[type=submit]').click()
}
