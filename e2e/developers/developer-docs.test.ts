import { beforeAll, expect, test } from 'vitest'
import { ask, signIn } from '../harness/api-calls.ts'
import { lookAround, visit, withBrowser } from '../harness/browser.ts'
import { createAccount, somebody } from '../harness/people.ts'
import { theProduct } from '../harness/the-product.ts'

withBrowser()

const reader = somebody('reader')
let key = ''
beforeAll(async () => {
  await createAccount(reader)
  const token = await signIn(theProduct(), reader.username, reader.password)
  const made = await ask(theProduct(), 'POST /account/keys', token, { name: 'docs', scopes: ['read', 'upload', 'manage'] })
  key = String(made['secret'])
})

test('the pages for developers look right and lead to each other', async () => {
  await lookAround('developer-docs', async (page) => {
    await page.goto('/docs')
    await page.getByRole('navigation').getByRole('link', { name: 'Quick start' }).click()
    await page.getByRole('heading', { name: 'Quick start', level: 1 }).waitFor()
    await page.getByRole('button', { name: 'Copy this example (Shell)' }).first().waitFor()
    expect(await page.getByText(`export SITE=${theProduct().url}`).count()).toBe(1)
  })
  expect((await fetch(`${theProduct().url}/docs/unknown`)).status).toBe(404)
})

test('the page of the API makes a call with a key', async () => {
  const page = await visit()
  await page.goto('/prod/api/docs/')
  const call = page.locator('.opblock', { hasText: 'Your jobs, and your uploads' })
  await call.waitFor()
  expect(new URL(page.url()).pathname).toBe('/prod/api/docs/')
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.getByLabel('auth-bearer-value').last().fill(key)
  await page.getByRole('button', { name: 'Apply credentials' }).last().click()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await call.getByRole('button').first().click()
  await call.getByRole('button', { name: 'Try it out' }).click()
  await call.getByRole('button', { name: 'Execute' }).click()
  await call.locator('.live-responses-table').getByText('200', { exact: true }).waitFor()
})
