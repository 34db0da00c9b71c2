import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { ask, signIn as tokenOf } from './harness/api-calls.ts'
import { lookAround, lookAt, visit, withBrowser } from './harness/browser.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { signInQuietly, visitAs } from './harness/videos.ts'

withBrowser()

/** A browser reports every answer that is not a success. */
const refusals = /Failed to load resource/

test('an address that is no video says so in the words of every missing video', async () => {
  const page = await visit({ allow: refusals })
  for (const address of ['/video/not-a-uuid', '/video/0190a000-0000-7000-8000-000000000001']) {
    await page.goto(address)
    await page.getByRole('heading', { name: 'Video not found' }).waitFor()
    await page.getByText('The video you are looking for does not exist or has been removed.').waitFor()
    expect(await page.getByRole('link', { name: 'Back to Gallery' }).getAttribute('href')).toBe('/gallery')
  }
})

test('a member who is made an admin still makes videos: of a stock clip, on the page for it', { timeout: 120_000 }, async () => {
  const person = somebody('pia')
  await createAccount(person)
  await ask(theProduct(), 'POST /auth/groups/admin', await tokenOf(theProduct()), { email: person.email })
  const page = await visitAs(person)
  await page.goto('/search-video?q=ocean')
  await page
    .getByRole('button', { name: /^Select/ })
    .first()
    .click({ timeout: 60_000 })
  await page.getByRole('heading', { level: 1, name: 'Create' }).waitFor()
  expect(await page.getByLabel('Video Source').inputValue()).toMatch(/^https?:\/\//)
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
  await page.getByRole('navigation').getByRole('link', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Create Job' }).waitFor()
  await lookAround('create', async (other) => {
    await signInQuietly(other, person)
    await other.goto('/create')
    await other.getByText('No videos yet').waitFor()
  })
})

test('a cancelled video is called cancelled, on its page and in the list', { timeout: 120_000 }, async () => {
  const person = somebody('kim')
  await createAccount(person)
  const token = await tokenOf(theProduct(), person.username, person.password)
  // It never answers, so the job waits for it until it is cancelled.
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const { port } = silent.address() as AddressInfo
  const body = { inputSource: `http://127.0.0.1:${port}/clip.mp4`, outputFormats: ['480p'], title: 'Stopped half-way' }
  const { job } = (await ask(theProduct(), 'POST /jobs', token, body)) as { job: { id: string } }
  await ask(theProduct(), `POST /jobs/${job.id}/cancel`, token)

  const page = await visitAs(person)
  await page.goto(`/video/${job.id}`)
  await page.getByText('Status: cancelled').waitFor()
  expect(await page.getByRole('main').innerText()).not.toMatch(/fail|wrong/i)
  await lookAt(page, 'watch-cancelled')
  await page.getByRole('link', { name: 'My Videos' }).click()
  await page.getByRole('button', { name: 'Cancelled 1' }).click()
  await page.getByRole('link', { name: 'Stopped half-way' }).waitFor()
  for (const name of ['Processing 0', 'Failed 0', 'Pending 0']) await page.getByRole('button', { name }).waitFor()
})

test('sign-out does not wait for a server that never answers', async () => {
  const person = somebody('lou')
  await createAccount(person)
  const page = await visitAs(person)
  await page.route('**/auth/logout', () => {})
  await page.goto('/jobs')
  await page.getByRole('button', { name: new RegExp(`Account of ${person.username}`) }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign Up' }).waitFor({ timeout: 20_000 })
  const keys = ['token', 'user', 'access_token', 'refresh_token'].map((name) => `video_forge_${name}`)
  expect(await page.evaluate((names) => names.map((name) => localStorage.getItem(name)), keys)).toEqual([null, null, null, null])
})
