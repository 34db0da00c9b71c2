import type { Page } from 'playwright-core'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { lookAt, visit, withBrowser } from './harness/browser.ts'
import { makeClip, repeatClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { cancelJob, isBeingProcessed, startJob } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('lena')
beforeAll(() => createAccount(owner), 120_000)

const timeOf = (page: Page) => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)

test('a video that browsers cannot play is watched while it is encoded', { timeout: 240_000 }, async () => {
  // Long enough that it is still being encoded when all of this is over, however fast the machine is.
  const clip = repeatClip(makeClip('slides.avi', ['-c:v', 'mpeg4', '-q:v', '5', '-c:a', 'mp3'], undefined, 25), 200)
  const id = await startJob(owner, clip, { title: 'Ten minutes of slides', outputFormats: ['480p'] })
  onTestFinished(() => cancelJob(owner, id))
  const page = await visit()
  await page.goto(`/video/${id}`)
  await expect.poll(() => timeOf(page).catch(() => 0), { timeout: 120_000 }).toBeGreaterThan(1)
  expect(await isBeingProcessed(id)).toBe(true)
  await page.getByText(/^Still being encoded/).waitFor()
  expect(await page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)).toBeGreaterThan(590)
  await lookAt(page, 'watching while encoding')

  const before = await timeOf(page)
  const timeline = await page.getByRole('slider', { name: 'Seek' }).boundingBox()
  if (!timeline) throw new Error('there is no timeline')
  await page.mouse.click(timeline.x + timeline.width * 0.99, timeline.y + timeline.height / 2)
  await page.getByText('This part is not encoded yet.').waitFor()
  await lookAt(page, 'waiting for a part')
  await page.getByRole('button', { name: 'Go back' }).click()
  await page.getByText('This part is not encoded yet.').waitFor({ state: 'hidden' })
  await expect.poll(() => timeOf(page)).toBeGreaterThan(before)
  expect(await timeOf(page)).toBeLessThan(500)
})
