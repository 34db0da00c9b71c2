import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClipServer, clipFile, serveClips, smallClip } from '../server/testing/media/clips.ts'
import { ask, signIn as tokenOf } from './harness/api-calls.ts'
import { lookAround, withBrowser } from './harness/browser.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { signInQuietly, visitAs } from './harness/videos.ts'

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

const isPoll = (request: Request) => request.url().includes('status=ACTIVE')
const progressOf = (page: Page) =>
  page
    .getByRole('progressbar', { name: /^Progress of/ })
    .evaluateAll((bars) => bars.map((bar) => Number(bar.getAttribute('aria-valuenow'))))

/** A change of a user's groups ends that user's streams. */
async function promote({ email }: { email: string }): Promise<void> {
  await ask(theProduct(), 'POST /auth/groups/admin', await tokenOf(theProduct()), { email })
}

test('jobs move without polling; without the stream by polling; and live again after', { timeout: 400_000 }, async () => {
  const person = somebody('livia')
  await createAccount(person)
  const page = await visitAs(person, { allow: /ERR_|Failed to load resource|503/ })
  const token = await tokenOf(theProduct(), person.username, person.password)
  for (const name of ['nowhere.mp4', 'held.mp4', 'slow.avi'])
    await ask(theProduct(), 'POST /jobs', token, { inputSource: clips.url(name), outputFormats: ['480p'] })
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
  await lookAround('jobs-live', async (other) => {
    await signInQuietly(other, person)
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
  await lookAround('account-webhook', async (other) => {
    await signInQuietly(other, person)
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
