import { spawnSync } from 'node:child_process'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { visit, withBrowser } from './harness/browser.ts'
import { clipPath, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { startJob } from './harness/videos.ts'

withBrowser()
withClips()

/**
 * A zoom, of which AV1 makes about half, in a codec that is never copied. Just long and large enough to be chosen: on some machines SVT-AV1
 * encodes ten small frames in a second.
 */
const zoom = ['-f', 'lavfi', '-i', 'mandelbrot=s=256x144:r=25:maxiter=200,gblur=1', '-t', '12', '-c:v', 'mpeg4', '-q:v', '2']
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
  const ended = await vi.waitFor(
    async () => {
      const found = (await reencoding()).recent.find(({ videoId }) => videoId === id)
      if (!found) throw new Error('It is still being made.')
      return found
    },
    { timeout: 240_000, interval: 200 },
  )
  expect(ended).toMatchObject({ status: 'published', reason: null })
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
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState)).toBeGreaterThan(1)
  await video.click({ position: { x: 100, y: 100 } })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(1)
  expect(await video.evaluate((element: HTMLVideoElement) => [element.videoWidth, element.videoHeight])).toEqual([256, 144])
  return files
}

/** Overwrites what is in the pictures of a segment; its tables stay. */
function spoilPictures(segment: Buffer): void {
  for (let at = 0; at + 8 <= segment.length; ) {
    const size = Math.max(8, segment.readUInt32BE(at))
    if (segment.toString('latin1', at + 4, at + 8) === 'mdat') segment.fill(0x5a, at + 8, at + size)
    at += size
  }
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

test('one that drops frames goes on with H.264 from the same source', { timeout: 120_000 }, async () => {
  const page = await visit()
  await page.addInitScript(() => {
    let looks = 0
    HTMLVideoElement.prototype.getVideoPlaybackQuality = () => {
      looks += 1
      return { creationTime: 0, corruptedVideoFrames: 0, totalVideoFrames: looks * 50, droppedVideoFrames: looks * 25 }
    }
  })
  const files = await play(page)
  expect([...files]).toEqual(['480p-av1.mp4'])
  const video = page.locator('video')
  const source = await video.getAttribute('src')
  // Slow enough that the end of the clip is later than the looks at its frames.
  await video.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 0.25
  })
  await expect.poll(() => [...files], { timeout: 60_000 }).toEqual(['480p-av1.mp4', '480p.mp4'])
  await video.evaluate((element: HTMLVideoElement) => {
    element.playbackRate = 4
  })
  await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.ended), { timeout: 30_000 }).toBe(true)
  expect(await video.getAttribute('src')).toBe(source)
})

/** In the page: the element says two seconds late that it cannot decode, so that the library notices first. */
function delayErrors(): void {
  const delay = (event: Event) => {
    const { target, isTrusted } = event
    if (!isTrusted || !(target instanceof HTMLVideoElement)) return
    event.stopPropagation()
    setTimeout(() => target.dispatchEvent(new Event('error')), 2000)
  }
  window.addEventListener('error', delay, true)
}

test.each([
  ['element', () => {}],
  ['library', delayErrors],
])(
  'one that fails to decode it, noticed by the %s, goes on with H.264 by itself, and plays that from the start the next time',
  {
    timeout: 120_000,
  },
  async (_, prepare) => {
    const page = await visit()
    await page.addInitScript(prepare)
    await page.route('**/480p-av1.mp4', async (route) => {
      const answer = await route.fetch()
      const body = await answer.body()
      spoilPictures(body)
      await route.fulfill({ response: answer, body })
    })
    expect([...(await play(page))].at(-1)).toBe('480p.mp4')
    await page.unrouteAll()
    expect([...(await play(page))]).toEqual(['480p.mp4'])
  },
)
