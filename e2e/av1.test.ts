import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { visit, withBrowser } from './harness/browser.ts'
import { clipPath, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { startJob } from './harness/videos.ts'

withBrowser()
withClips()

/** A zoom, of which AV1 makes about half, in a codec that is never copied. */
const zoom = ['-f', 'lavfi', '-i', 'mandelbrot=s=480x270:r=25:maxiter=200', '-t', '11', '-c:v', 'mpeg4', '-q:v', '2']
const settings = { mode: 'all', minPlays: 1, fromHour: 0, toHour: 0, cpuShare: 100 }
const owner = somebody('ava')
let id: string
let token: string

interface Reencoding {
  recent: { videoId: string; status: string; reason: string | null; served: number }[]
  served: { h264: number; av1: number }
}
const reencoding = async () => (await ask(theProduct(), 'GET /admin/reencoding', token))['reencoding'] as Reencoding

beforeAll(async () => {
  await createAccount(owner)
  token = await signIn(theProduct(), 'admin', theProduct().adminPassword)
  const clip = clipPath('zoom.mkv')
  expect(spawnSync('ffmpeg', ['-v', 'error', ...zoom, clip]).status).toBe(0)
  await ask(theProduct(), 'PUT /admin/reencoding', token, settings)
  id = await startJob(owner, clip, { title: 'A zoom' })
  const outcome = async () => (await reencoding()).recent.find(({ videoId }) => videoId === id)
  await expect.poll(outcome, { timeout: 240_000 }).toMatchObject({ status: 'published', reason: null })
}, 300_000)
afterAll(() => ask(theProduct(), 'PUT /admin/reencoding', token, { ...settings, mode: 'off' }))

/** Plays the video, and collects the names of the files that are loaded for it. */
async function play(page: Page): Promise<Set<string>> {
  const files = new Set<string>()
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname.split('/').at(-1) ?? ''
    if (name.endsWith('.mp4')) files.add(name)
  })
  await page.goto(`/video/${id}`)
  const video = page.locator('video')
  await video.click()
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1)
  expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight])).toEqual([480, 270])
  return files
}

test('a browser that decodes AV1 well plays it, and its bytes are counted', { timeout: 120_000 }, async () => {
  expect([...(await play(await visit()))]).toEqual(['480p-av1.mp4'])
  await expect.poll(async () => (await reencoding()).recent.find(({ videoId }) => videoId === id)?.served).toBeGreaterThan(1000)
})

test('one that would stutter plays H.264', { timeout: 120_000 }, async () => {
  const page = await visit()
  await page.addInitScript(() => {
    const { mediaCapabilities } = navigator
    const info = mediaCapabilities.decodingInfo.bind(mediaCapabilities)
    mediaCapabilities.decodingInfo = async (configuration) => {
      const answer = await info(configuration)
      return configuration.video?.contentType.includes('av01') ? { ...answer, supported: true, smooth: false } : answer
    }
  })
  expect([...(await play(page))]).toEqual(['480p.mp4'])
})

test('one that fails to decode it goes on with H.264 by itself, and plays that from the start the next time', {
  timeout: 120_000,
}, async () => {
  const page = await visit()
  await page.route('**/480p-av1.mp4', async (route) => {
    const answer = await route.fetch()
    const body = await answer.body()
    // The tables stay, the pictures do not.
    await route.fulfill({ response: answer, body: body.length > 20_000 ? Buffer.alloc(body.length, 0x5a) : body })
  })
  expect([...(await play(page))].at(-1)).toBe('480p.mp4')
  await page.unrouteAll()
  expect([...(await play(page))]).toContain('480p.mp4')
})
