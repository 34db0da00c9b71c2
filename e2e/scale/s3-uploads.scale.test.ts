import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../server/testing/free-port.ts'
import { openScaleSite, type ScaleSite } from '../faults/site.ts'
import { ask, openUpload, signIn } from '../harness/api-calls.ts'
import { visit, withBrowser } from '../harness/browser.ts'
import { makeClip, withClips } from '../harness/clips.ts'
import { growTo } from '../harness/grow-clip.ts'
import type { ProductProcess } from '../harness/product-process.ts'

withBrowser()
withClips()

let site: ScaleSite
let one: ProductProcess
let other: ProductProcess

beforeAll(async () => {
  site = await openScaleSite()
  const port = await freePort()
  // The bucket must let in the pages of the address that the browser has in its bar.
  const origin = { PUBLIC_URL: `http://localhost:${port}` }
  one = await site.start('one', { ...origin, ROLE: 'api', PORT: String(port) })
  other = await site.start('other', { ...origin, ROLE: 'api' })
  await site.start('worker', { ...origin, ROLE: 'worker' })
})
afterAll(() => site?.close())

test('in a browser a file goes straight into the bucket, and its renditions are watched straight from it', {
  timeout: 180_000,
}, async () => {
  const page = await visit({ baseURL: one.url, ours: [site.s3.url] })
  const sent: string[] = []
  const fetched: string[] = []
  page.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (request.method() === 'PUT') sent.push(origin)
    if (request.redirectedFrom()) fetched.push(origin)
  })
  await page.goto('/')
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('Correct-Horse-1')
  await page.locator('button[type=submit]').click()
  await page.getByRole('tab', { name: 'System Status' }).waitFor({ timeout: 60_000 })
  await page.goto('/upload')
  await page.locator('#upload-file').setInputFiles(makeClip('Straight in.mp4'))
  await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 })
  expect(sent).toEqual([site.s3.url])
  await page.getByRole('button', { name: 'Start Processing' }).click()
  await page.waitForURL('**/gallery')

  const token = await signIn(one)
  const { jobs } = (await ask(one, 'GET /jobs', token)) as { jobs: { id: string }[] }
  const id = jobs[0]?.id ?? ''
  await expect.poll(async () => (await site.records.job(id))?.status, { timeout: 90_000 }).toBe('COMPLETED')
  fetched.length = 0
  await page.goto(`/video/${id}`)
  const player = page.locator('video')
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState), { timeout: 30_000 }).toBe(4)
  await player.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.5)
  expect(new Set(fetched)).toEqual(new Set([site.s3.url]))
})

test('chunks of one upload sent to two processes at once are written in turn, and the file is what was sent', {
  timeout: 120_000,
}, async () => {
  const token = await signIn(one)
  const bytes = new Uint8Array(await readFile(await growTo(makeClip('chunks.mp4'), 24 * 1024 * 1024)))
  const { s3Key, resumableUrl } = await openUpload(one, token)
  const tus = { 'Tus-Resumable': '1.0.0' }

  /** As a client does that has lost its way: asks how much is there, and sends on from there. */
  const sendAll = async (product: ProductProcess, chunkBytes: number) => {
    const address = product.url + new URL(resumableUrl).pathname
    let faults = 0
    for (;;) {
      const state = await fetch(address, { method: 'HEAD', headers: tus })
      if (state.status >= 500) {
        // The store may be in the middle of completing the file for the other; a client asks again.
        faults += 1
        if (faults > 2) throw new Error(`HEAD answered ${state.status}: ${product.stderr().slice(-6000)}`)
        continue
      }
      const offset = Number(state.headers.get('upload-offset'))
      if (state.headers.get('upload-length') === String(offset)) return
      const sent = await fetch(address, {
        method: 'PATCH',
        headers: {
          ...tus,
          'Content-Type': 'application/offset+octet-stream',
          'Upload-Offset': String(offset),
          ...(!state.headers.has('upload-length') && { 'Upload-Length': String(bytes.length) }),
        },
        body: bytes.slice(offset, offset + chunkBytes),
      }).catch(() => undefined)
      // Cut short because the other wants its turn, or too late because the other had it: both are answered with a status, and neither is a fault.
      expect([204, 400, 409, 423, undefined], await sent?.text()).toContain(sent?.status)
      await wait(20)
    }
  }
  await Promise.all([sendAll(one, 3_000_000), sendAll(other, 2_000_000)])
  const stored = new Uint8Array(await readFile(await site.objects.fetch(s3Key)))
  expect(Buffer.compare(stored, bytes)).toBe(0)
  await ask(one, 'POST /upload/confirm', token, { s3Key, title: 'In chunks' })
  const keys = (await site.objects.list()).map(({ key }) => key)
  expect(keys.filter((key) => !key.startsWith('videos/'))).toEqual([])
})
