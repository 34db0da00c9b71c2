import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { ask, call, signIn as signInByApi } from './harness/api-calls.ts'
import { lookAround, lookAt, visit, withBrowser } from './harness/browser.ts'
import { mailedCode } from './harness/mail-folder.ts'
import { admin, createAccount, type Person, signIn, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { signInQuietly, visitAs } from './harness/videos.ts'

withBrowser()

/** The browser itself writes a line for an answer of 4xx that a journey provokes on purpose. */
const refusals = /status of 4\d\d/
const next = 'Another-Pass-2'

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** Somebody who is signed in and looks at their account. */
async function openAccount(person: Person): Promise<Page> {
  const page = await visitAs(person, { allow: refusals })
  await page.goto('/account')
  await part(page, 'Password').getByLabel('Current Password').waitFor()
  return page
}

/** Files that ran before this one on the same product may have made some. */
async function deleteOtherAdmins(): Promise<void> {
  const token = await signInByApi(theProduct())
  const { result } = (await ask(theProduct(), 'GET /admin/users?limit=500', token)) as {
    result: { id: string; username: string; groups: string[] }[]
  }
  const others = result.filter(({ username, groups }) => groups.includes('admin') && username !== admin().username)
  for (const { id } of others) await ask(theProduct(), `DELETE /auth/users/${id}`, token)
}

const account = async (name: string): Promise<Person> => {
  const person = somebody(name)
  await createAccount(person)
  return person
}

test('a forgotten password is set anew with the mailed code', async () => {
  const person = await account('vera')
  const first = await mailedCode(person.email)
  const page = await visit({ allow: refusals })
  await page.goto('/')
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(person.email)
  await page.keyboard.press('Enter')
  const code = await mailedCode(person.email, first)
  await page.getByLabel('Verification Code').fill(code === '000000' ? '000001' : '000000')
  await page.getByLabel('New Password').fill(next)
  await page.getByLabel('Confirm Password').fill(next)
  await page.keyboard.press('Enter')
  await page.getByText('That code is wrong or no longer valid.').waitFor()
  await lookAt(page, 'reset-refused')
  await page.getByLabel('Verification Code').fill(code)
  await page.keyboard.press('Enter')

  await page.getByText('Password changed. You can sign in now.').waitFor()
  expect(await page.getByLabel('Username').inputValue()).toBe(person.email)
  await page.getByLabel('Password', { exact: true }).fill(next)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'My Videos' }).waitFor()
})

describe('the account page', () => {
  test('an API key is made by keyboard, works, and is refused once it is revoked', async () => {
    const person = await account('konrad')
    const page = await openAccount(person)
    const keys = part(page, 'API keys')
    await keys.getByText('No keys yet.').waitFor()
    await keys.getByRole('button', { name: 'New key' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Name').fill('Nightly upload')
    await lookAt(page, 'new-api-key')
    await page.keyboard.press('Enter')
    const secret = await page.getByLabel('API key', { exact: true }).inputValue()
    await lookAt(page, 'api-key-made')
    const ask = async () => (await call(theProduct(), 'GET /jobs', secret)).status
    expect(await ask()).toBe(200)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect
      .poll(() => keys.getByRole('button', { name: 'New key' }).evaluate((button) => button === document.activeElement))
      .toBe(true)

    await page.reload()
    await keys.getByText(/^vf_.{6}… · Last used today .* from .*, expires/).waitFor()
    await lookAt(page, 'api-keys')
    await keys.getByRole('button', { name: 'Revoke Nightly upload' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
    await keys.getByText('No keys yet.').waitFor()
    expect(await ask()).toBe(401)
  })

  test('a changed password signs the other browser out and this one not', async () => {
    const person = await account('wanda')
    const other = await visitAs(person, { allow: refusals })
    await other.goto('/jobs')
    await other.getByRole('link', { name: 'My Videos' }).waitFor()
    const page = await openAccount(person)
    const password = part(page, 'Password')
    await password.getByLabel('Current Password').fill('Wrong-Pass-1')
    await password.getByLabel('New Password').fill(next)
    await password.getByLabel('Confirm Password').fill(next)
    await password.getByRole('button', { name: 'Change password' }).click()
    await password.getByText('Incorrect password.').waitFor()
    await password.getByLabel('Current Password').fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByText('Your password is changed.').waitFor()

    await other.goto('/jobs')
    await other.getByRole('button', { name: 'Sign Up' }).waitFor()
    await page.reload()
    await part(page, 'Sessions').getByText('This device').waitFor()
    await part(page, 'Sessions').getByText('You are signed in nowhere else.').waitFor()
  })

  test('sessions are listed and end one by one or all at once', async () => {
    const person = await account('xenia')
    const others = [await visit({ allow: refusals }), await visit({ allow: refusals })]
    const page = await visit({ allow: refusals })
    for (const each of [...others, page]) {
      await signIn(each, person)
      await each.getByRole('link', { name: 'My Videos' }).waitFor()
    }
    await page.getByRole('button', { name: `Account of ${person.username}, User` }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await page.waitForURL('**/account')
    const sessions = part(page, 'Sessions')
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(3)
    await sessions.getByText('Chrome on Linux').first().waitFor()
    await sessions
      .getByRole('button', { name: /^Sign out Chrome/ })
      .first()
      .click()
    await expect.poll(() => sessions.getByRole('listitem').count()).toBe(2)
    await sessions.getByRole('button', { name: 'Sign out everywhere' }).click()
    await lookAt(page, 'sessions-asked')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
    await sessions.getByText('You are signed in nowhere else.').waitFor()
    for (const other of others) {
      await other.goto('/jobs')
      await other.getByRole('button', { name: 'Sign Up' }).waitFor()
    }
  })

  test('another address counts once its code was entered', async () => {
    const person = await account('yara')
    const { email } = somebody('yara-new')
    const page = await openAccount(person)
    const profile = part(page, 'Profile')
    await profile.getByRole('button', { name: 'Change e-mail' }).click()
    await page.keyboard.type(email)
    await profile.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await profile.getByLabel('Verification Code').waitFor()
    await page.reload()
    await profile.getByLabel('Verification Code').fill(await mailedCode(email))
    await lookAt(page, 'address-code')
    await page.keyboard.press('Enter')
    await page.getByText(`Your e-mail address is now ${email}.`).waitFor()
    await profile.getByRole('definition').filter({ hasText: email }).waitFor()
  })

  test('an account is deleted with its password, by keyboard alone', async () => {
    const person = await account('zoe')
    const page = await openAccount(person)
    const token = await signInByApi(theProduct(), person.username, person.password)
    await part(page, 'Delete account').getByRole('button', { name: 'Delete account' }).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText('This deletes your account with its sessions and settings.').waitFor()
    await lookAt(page, 'delete-account-asked')
    await dialog.getByLabel('Password', { exact: true }).focus()
    await page.keyboard.type('Wrong-Pass-1')
    await page.keyboard.press('Enter')
    await dialog.getByText('Incorrect password.').waitFor()
    await dialog.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByText('Your account is deleted.').waitFor()
    await page.getByRole('button', { name: 'Sign Up' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('video_forge_token'))).toBeNull()
    expect((await call(theProduct(), 'GET /auth/profile', token)).status).toBe(401)
  })

  test('the only admin sees why they cannot leave', async () => {
    await deleteOtherAdmins()
    const page = await visitAs(admin())
    await page.goto('/account')
    await part(page, 'Delete account').getByText('You are the only admin.').waitFor()
  })
})

test('an admin sends a reset and cannot promote who is not confirmed', async () => {
  const person = await account('ulla')
  const first = await mailedCode(person.email)
  const stranger = somebody('uwe')
  await call(theProduct(), 'POST /auth/register-with-group', '', stranger)
  const page = await visitAs(admin())
  await page.goto('/?tab=users')
  const find = async ({ username }: Person) => {
    await page.getByLabel('Search name or email').fill(username)
    // The search begins a moment after the last key, and fades the list while it runs.
    await expect.poll(() => page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1)
    await page.getByRole('button', { name: `Actions for ${username}` }).click()
  }
  await find(stranger)
  await page
    .getByRole('menuitem', { name: /^Make admin/ })
    .getByText('Has not confirmed the e-mail address yet')
    .waitFor()
  await lookAt(page, 'promotion-blocked')
  await page.keyboard.press('Escape')
  await find(person)
  await page.getByRole('menuitem', { name: 'Send password reset' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send password reset' }).click()
  await page.getByText(`A code to set a new password was mailed to ${person.email}.`).waitFor()

  const home = await visit({ allow: refusals })
  await home.goto('/')
  await home.getByRole('button', { name: 'Forgot password?' }).click()
  await home.getByRole('button', { name: 'I have a code' }).click()
  await home.getByLabel('Email').fill(person.email)
  await home.getByLabel('Verification Code').fill(await mailedCode(person.email, first))
  await home.getByLabel('New Password').fill(next)
  await home.getByLabel('Confirm Password').fill(next)
  await home.keyboard.press('Enter')
  await home.getByText('Password changed. You can sign in now.').waitFor()
})

describe('seen at three widths, light and dark', () => {
  test('forgotten password', () =>
    lookAround('forgot-password', async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
    }))

  test('new password', () =>
    lookAround('reset-password', async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Forgot password?' }).click()
      await page.getByLabel('Email').fill(somebody('nobody').email)
      await page.keyboard.press('Enter')
      await page.getByLabel('New Password').fill('Secret')
    }))

  test('the account', async () => {
    const person = await account('tilda')
    await lookAround('account', async (page) => {
      await signInQuietly(page, person)
      await page.goto('/account')
      await part(page, 'Sessions').getByText('This device').waitFor()
      await part(page, 'Webhooks').getByRole('button', { name: 'Add webhook' }).waitFor()
    })
  })
})
