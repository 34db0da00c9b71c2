import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, signIn } from '../harness/api-calls.ts'
import { lookAt, visit, withBrowser } from '../harness/browser.ts'
import { makeClip, withClips } from '../harness/clips.ts'
import { embedHelper } from '../harness/docs-examples.ts'
import { createAccount, somebody } from '../harness/people.ts'
import { theProduct } from '../harness/the-product.ts'
import { uploadVideo } from '../harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('petra')
const password = 'open sesame'
let id = ''
let token = ''
let host = ''
const embedPath = () => `${theProduct().url}/embed/${id}`
const change = (body: object) => ask(theProduct(), `PATCH /gallery/videos/${id}`, token, body)

/** The page of a customer, with the player and the helper of the client. */
const hostServer = createServer((request, response) => {
  const query = new URL(request.url ?? '', 'http://host').search
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>Host</title><iframe src="${embedPath()}${query}" width="640" height="360" allow="autoplay"></iframe>
    <script type="module">${embedHelper().replace('export function', 'function')}
      const player = connectPlayer(document.querySelector('iframe'))
      window.player = player
      window.seen = []
      for (const event of ['ready', 'play', 'pause', 'timeupdate', 'ended']) player.on(event, (state) => window.seen.push([event, state.time]))
    </script>`)
})

beforeAll(async () => {
  await createAccount(owner)
  id = await uploadVideo(owner, makeClip('harbour.mp4'), { title: 'Harbour', visibility: 'public' })
  token = await signIn(theProduct(), owner.username, owner.password)
  hostServer.listen(0, '127.0.0.1')
  await once(hostServer, 'listening')
  const address = hostServer.address()
  host = `127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}, 400_000)
afterAll(() => hostServer.close())

interface Host {
  player: {
    play(): void
    pause(): void
    seek(seconds: number): void
    getState(): Promise<{ time: number; paused: boolean; muted: boolean }>
  }
  seen: [string, number][]
}
const inHost = <Answer>(page: Page, work: (window: Host) => Answer) => page.evaluate<Answer>(`(${work.toString()})(window)`)

const refusals = /status of 401|status of 403/

test('a viewer types the password on the page and in an embed, which its host then controls', { timeout: 200_000 }, async () => {
  await change({ password })
  const page = await visit({ allow: refusals })
  await page.goto(`/video/${id}`)
  const field = page.getByLabel('Password', { exact: true })
  await field.waitFor()
  expect(await field.evaluate((each) => each === document.activeElement)).toBe(true)
  await lookAt(page, 'password')
  await page.keyboard.type('wrong password')
  await page.keyboard.press('Enter')
  await page.getByText('That password is wrong.').waitFor()
  await field.fill(password)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.readyState)).toBe(4)

  const framing = await visit({ allow: refusals })
  await framing.goto(`http://${host}/?muted=1&loop=1&color=001122&start=1`)
  const frame = framing.frameLocator('iframe')
  await frame.getByLabel('Password', { exact: true }).fill(password)
  await framing.keyboard.press('Enter')
  await expect.poll(() => inHost(framing, ({ seen }) => seen.map(([event]) => event))).toContain('ready')
  expect(await inHost(framing, ({ player }) => player.getState())).toMatchObject({ time: 1, paused: true, muted: true })
  const video = frame.locator('video')
  expect(await video.evaluate((each: HTMLVideoElement) => each.loop)).toBe(true)
  await inHost(framing, ({ player }) => player.play())
  await expect.poll(() => inHost(framing, ({ seen }) => seen.map(([event]) => event))).toContain('timeupdate')
  await inHost(framing, ({ player }) => player.pause())
  await expect.poll(() => inHost(framing, ({ player }) => player.getState())).toMatchObject({ paused: true })
  await inHost(framing, ({ player }) => player.seek(0.5))
  await expect.poll(() => inHost(framing, ({ player }) => player.getState())).toMatchObject({ time: 0.5 })
  // A page that does not frame the player is not listened to.
  await video.evaluate(() => window.postMessage({ videoForge: 1, command: 'seek', value: 0 }, '*'))
  expect(await inHost(framing, ({ player }) => player.getState())).toMatchObject({ time: 0.5 })
})

test('only the named sites show the embedded player', { timeout: 120_000 }, async () => {
  await change({ password: null, embedDomains: [host] })
  const page = await visit({ allow: refusals })
  await page.goto(`http://${host}/`)
  const video = page.frameLocator('iframe').locator('video')
  await expect.poll(() => video.evaluate((each: HTMLVideoElement) => each.readyState)).toBe(4)
  await change({ embedDomains: ['shop.example'] })
  await page.reload()
  await page.frameLocator('iframe').getByText('does not allow it to be shown on this site').waitFor()
  const own = await visit()
  await own.goto(`/video/${id}`)
  await expect.poll(() => own.locator('video').evaluate((each: HTMLVideoElement) => each.readyState)).toBe(4)
})
