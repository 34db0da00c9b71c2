import { describe, expect, test } from 'vitest'
import { lookAround, lookAt, visit, withBrowser } from './harness/browser.ts'
import { mailedCode } from './harness/mail-folder.ts'
import { admin, createAccount, signIn, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'

withBrowser()

/** The browser itself writes a line for an answer of 4xx that a journey provokes on purpose. */
const refusals = /status of 4\d\d/

describe('a new person', () => {
  test('signs up, confirms with the mailed code, signs in and out', async () => {
    const person = somebody('ada')
    const page = await visit({ allow: refusals })
    await page.goto('/')
    await page.getByRole('button', { name: 'Sign Up' }).click()
    const submit = page.locator('button[type=submit]')
    await submit.click()
    await page.getByText('All fields are required').waitFor()
    await page.getByLabel('Username').fill(person.username)
    await page.getByLabel('Email').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByLabel('Confirm Password').fill(`${person.password}x`)
    await submit.click()
    await page.getByText('Passwords do not match').waitFor()
    await lookAt(page, 'sign-up-refused')
    await page.getByLabel('Confirm Password').fill(person.password)
    await submit.click()

    await page.getByLabel('Verification Code').fill('12345')
    await submit.click()
    await page.getByText('Please enter a valid 6-digit code').waitFor()
    const code = await mailedCode(person.email)
    await page.getByLabel('Verification Code').fill(code === '000000' ? '000001' : '000000')
    await submit.click()
    await page.getByText('Confirmation Failed').waitFor()
    await lookAt(page, 'confirmation-failed')
    await page.getByLabel('Verification Code').fill(code)
    await submit.click()

    await page.getByText('Email confirmed. You can sign in now.').waitFor()
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await submit.click()
    await page.getByRole('link', { name: 'My Videos' }).waitFor()
    const keys = await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('video_forge_')))
    expect(keys).toEqual(
      expect.arrayContaining(['video_forge_token', 'video_forge_user', 'video_forge_access_token', 'video_forge_refresh_token']),
    )

    await page.getByRole('button', { name: new RegExp(`Account of ${person.username}`) }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await lookAt(page, 'sign-out-asked')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign Up' }).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('video_forge_token'))).toBeNull()
  })

  test('who never confirmed is led to the code', async () => {
    const person = somebody('bert')
    await fetch(`${theProduct().url}/prod/api/auth/register-with-group`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(person),
    })
    const page = await visit({ allow: refusals })
    await signIn(page, person)
    await page.getByText('Please verify your email before logging in.').waitFor()
    await page.getByLabel('Verification Code').fill(await mailedCode(person.email))
    await page.locator('button[type=submit]').click()
    await page.getByText('Email confirmed. You can sign in now.').waitFor()
  })
})

describe('the e-mail code', () => {
  test('is switched on in the account page and asked for at the next sign-in', async () => {
    const person = somebody('cleo')
    await createAccount(person)
    const page = await visit({ allow: refusals })
    await signIn(page, person)
    await page.getByRole('button', { name: new RegExp(`Account of ${person.username}`) }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await page.getByRole('switch', { name: 'E-mail code' }).click()
    await page.getByRole('region', { name: 'Two-step sign-in' }).getByLabel('Password', { exact: true }).fill(person.password)
    await lookAt(page, 'account-email-code')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('The e-mail code is on.').waitFor()

    const before = await mailedCode(person.email)
    const next = await visit({ allow: refusals })
    await signIn(next, person)
    await next.waitForURL('**/mfa-login')
    const code = await mailedCode(person.email, before)
    await next.getByLabel('Verification Code').fill(code === '111111' ? '111112' : '111111')
    await next.locator('button[type=submit]').click()
    await next.getByText('That code is wrong or no longer valid').waitFor()
    expect(await next.getByLabel('Verification Code').inputValue()).toBe('')
    await lookAt(next, 'mfa-refused')
    await next.getByLabel('Verification Code').fill(code)
    await next.locator('button[type=submit]').click()
    await next.getByRole('link', { name: 'My Videos' }).waitFor()
    await next.goto('/mfa-login')
    await next.waitForURL((url) => url.pathname === '/')
  })

  test('without the state of a sign-in leads to the landing page, and Back to Login goes one step back', async () => {
    const stray = await visit()
    await stray.goto('/mfa-login')
    await stray.waitForURL((url) => url.pathname === '/')
  })
})

describe('Google', () => {
  test('signs a new person in by way of the provider', async () => {
    const page = await visit()
    await page.goto('/')
    await page.getByRole('button', { name: /Google/ }).click()
    await page.locator('input[name=login]').fill(`dora${process.pid}`)
    await page.locator('input[name=password]').fill('any')
    await page.locator('button[type=submit]').click()
    await page.locator('button[type=submit]').click()
    await page.waitForURL((url) => url.origin === theProduct().url && url.pathname === '/')
    await page.getByRole('button', { name: new RegExp(`Account of dora${process.pid}`) }).waitFor()
  })

  test('an error, or nothing, coming back is shown before the landing page', async () => {
    const page = await visit()
    await page.goto('/auth/callback?error=access_denied')
    await page.getByText('Authentication error: access_denied').waitFor()
    await lookAt(page, 'callback-error')
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/auth/callback')
    await page.getByText('No authorization code received').waitFor()
  })
})

describe('the session in the browser', () => {
  test('an ended token is renewed once for all calls, and a session that cannot be renewed leads to the start', async () => {
    const person = somebody('emil')
    await createAccount(person)
    const page = await visit({ allow: refusals })
    await signIn(page, person)
    await page.getByRole('link', { name: 'My Videos' }).waitFor()
    await page.evaluate(() => localStorage.setItem('video_forge_token', 'ended'))
    const refreshed = page.waitForResponse((response) => response.url().endsWith('/auth/refresh'))
    await page.reload()
    expect((await refreshed).status()).toBe(200)
    await page.waitForFunction(() => localStorage.getItem('video_forge_token') !== 'ended')

    await page.evaluate(() => {
      localStorage.setItem('video_forge_token', 'ended')
      localStorage.setItem('video_forge_refresh_token', 'stolen')
    })
    await page.goto('/upload')
    await page.waitForURL((url) => url.pathname === '/')
    await page.getByRole('button', { name: 'Sign Up' }).waitFor()
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('video_forge_')))).toEqual([])
  })

  test('signing out in one tab is seen in the other', async () => {
    const person = somebody('fred')
    await createAccount(person)
    const page = await visit()
    await signIn(page, person)
    await page.getByRole('link', { name: 'My Videos' }).waitFor()
    const tab = await page.context().newPage()
    await tab.goto('/jobs')
    await tab.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('button', { name: new RegExp(`Account of ${person.username}`) }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await tab.getByRole('button', { name: 'Sign Up' }).waitFor()
  })

  test('a wrong password says so and keeps the name', async () => {
    const page = await visit({ allow: refusals })
    await signIn(page, { ...somebody('gast'), password: 'Wrong-Pass-1' })
    await page.getByText('Incorrect username or password.').waitFor()
    await lookAt(page, 'sign-in-refused')
  })
})

describe('seen at three widths, light and dark', () => {
  test('landing', () => lookAround('landing', async (page) => void (await page.goto('/', { waitUntil: 'networkidle' }))))

  test('sign up', () =>
    lookAround('sign-up', async (page) => {
      await page.goto('/')
      await page.getByRole('button', { name: 'Sign Up' }).click()
      await page.getByLabel('Password', { exact: true }).fill('Secret')
    }))

  test('the admin sees the dashboard alone in the header', async () => {
    const page = await visit()
    await signIn(page, admin())
    await page.getByRole('tab', { name: 'System Status' }).waitFor()
    for (const name of ['Upload', 'Search Video', 'Gallery', 'My Videos']) expect(await page.getByRole('link', { name }).count()).toBe(0)
    for (const name of ['Job Management', 'Storage Management', 'User Management']) await page.getByRole('tab', { name }).click()
    await lookAt(page, 'admin')
  })
})
