import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClipServer, clipFile, serveClips, smallClip } from '../server/testing/media/clips.ts'
import { lookAround, visit, withBrowser } from './harness/browser.ts'
import { admin, createAccount, signIn, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'

withBrowser()

/** Quickly made, and still some seconds of work: nothing of it can be copied. */
const longClip = ['-f', 'lavfi', '-i', 'testsrc2=size=854x480:rate=12:duration=40', '-c:v', 'mpeg4', '-q:v', '5']

let clips: ClipServer
/** Lets go of the rest of a source that comes a few bytes at a time: a job that is at work for as long as a test wants and costs nothing. */
let release = () => {}
beforeAll(async () => {
  const held = await clipFile('held.mp4', smallClip)
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  clips = await serveClips(
    { 'slow.avi': longClip },
    {
      '/held.mp4': (_request, response) => {
        response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': held.length })
        let sent = 0
        const trickle = setInterval(() => {
          response.write(held.subarray(sent, sent + 16))
          sent += 16
        }, 500)
        response.on('close', () => clearInterval(trickle))
        void released.then(() => {
          clearInterval(trickle)
          response.end(held.subarray(sent))
        })
      },
    },
  )
})
afterAll(() => clips.close())

const sessionOf = (page: Page) => page.evaluate(() => Object.entries(localStorage))

async function submit(page: Page, source: string): Promise<string> {
  return page.evaluate(async (inputSource) => {
    const response = await fetch('/prod/api/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('video_forge_token')}` },
      body: JSON.stringify({ inputSource, outputFormats: ['480p'] }),
    })
    const { job } = await response.json()
    return job.id
  }, source)
}

const isPoll = (request: Request) => request.url().includes('status=ACTIVE')
const progressOf = (page: Page) =>
  page
    .getByRole('progressbar', { name: /^Progress of/ })
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('aria-valuenow'))))

/** A change of a user's groups ends that user's streams. */
async function promote({ email }: { email: string }): Promise<void> {
  const { url } = theProduct()
  const { username, password } = admin()
  const post = (path: string, body: object, token = '') =>
    fetch(`${url}/prod/api${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    })
  const { result } = (await (await post('/auth/login', { username, password })).json()) as { result: { tokens: { idToken: string } } }
  expect((await post('/auth/groups/admin', { email }, result.tokens.idToken)).status).toBe(200)
}

test('jobs move without polling; without the stream by polling; and live again after', { timeout: 400_000 }, async () => {
  const person = somebody('livia')
  await createAccount(person)
  const page = await visit({ allow: /ERR_|Failed to load resource|503/ })
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await submit(page, clips.url('nowhere.mp4'))
  await submit(page, clips.url('held.mp4'))
  await submit(page, clips.url('slow.avi'))
  await page.goto('/jobs')
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('region', { name: 'System status' }).waitFor()

  let polls = 0
  page.on('request', (request) => {
    if (isPoll(request)) polls += 1
  })
  const moved = async (from: number) => {
    await page.waitForFunction(
      (least) => [...document.querySelectorAll('[role=progressbar]')].some((bar) => Number(bar.getAttribute('aria-valuenow')) > least),
      from,
      { timeout: 90_000 },
    )
  }
  await moved(6)
  const first = Math.max(...(await progressOf(page)))
  await moved(first + 1)
  await page.getByRole('link', { name: 'Watch' }).waitFor({ timeout: 120_000 })
  expect(polls).toBe(0)

  // What failed says what it is, what happened and what to do next.
  await page.getByText('Source unreachable').waitFor({ timeout: 60_000 })
  await page.getByText(/^Open the link in a private browser window/).waitFor()
  const session = await sessionOf(page)
  await lookAround('jobs-live', async (other) => {
    await other.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, session)
    await other.goto('/jobs')
    await other.getByText('Live', { exact: true }).waitFor()
    await other.getByRole('region', { name: 'System status' }).waitFor()
    await other.getByText('Source unreachable').waitFor()
    await other.getByRole('button', { name: /Show Assets/ }).waitFor()
  })

  // The server ends the open stream and refuses the next: the browser has to ask by itself, and does.
  await page.route('**/prod/api/jobs/events', (route) => route.fulfill({ status: 503, body: '{}' }))
  await promote(person)
  await page.getByText('Not live, updating every 3 s').waitFor({ timeout: 60_000 })
  await page.waitForRequest(isPoll)
  await page.waitForRequest(isPoll)

  await page.unroute('**/prod/api/jobs/events')
  await page.getByText('Live', { exact: true }).waitFor({ timeout: 60_000 })
  polls = 0
  release()
  await page.getByRole('link', { name: 'Watch' }).nth(1).waitFor({ timeout: 120_000 })
  expect(polls).toBe(0)
})

test('the account has a webhook and the switch for notifications', { timeout: 240_000 }, async () => {
  const person = somebody('wanda')
  await createAccount(person)
  const page = await visit()
  await signIn(page, person)
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  const session = await sessionOf(page)
  await lookAround('account-webhook', async (other) => {
    await other.addInitScript((entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    }, session)
    await other.goto('/jobs')
    await other.getByRole('button', { name: /^Account of/ }).click()
    await other.getByRole('menuitem', { name: 'Account' }).click()
    await other.getByRole('switch', { name: 'Browser notifications' }).waitFor()
    await other.getByRole('button', { name: 'Add webhook' }).click()
    await other.getByLabel('Webhook URL').fill('ftp://example.com')
    await other.getByRole('dialog').getByRole('button', { name: 'Add webhook' }).click()
    await other.getByText('Please enter a web address that starts with https:// or http://').waitFor()
  })
})
