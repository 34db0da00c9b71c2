import { beforeAll, describe, expect, test } from 'vitest'
import { lookAround, visit, withBrowser } from './harness/browser.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { makeVideo, signInQuietly, uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('gerda')
const stranger = somebody('stefan')
const open = `Harbour ${owner.username}`
const hidden = `Rehearsal ${owner.username}`

beforeAll(async () => {
  await createAccount(owner)
  await createAccount(stranger)
  const description = 'Fishing boats come in while the town is still asleep.'
  await makeVideo(owner, { title: open, description, outputFormats: ['480p'] })
  await uploadVideo(owner, makeClip('rehearsal.mp4'), { title: hidden, description: 'Only for the band.', visibility: 'private' })
}, 400_000)

describe('who sees what', () => {
  test.each([
    ['a visitor', undefined, false],
    ['a stranger', stranger, false],
    ['the owner', owner, true],
  ])('%s', async (_, person, seesHidden) => {
    const page = person ? await visitAs(person) : await visit()
    await page.goto('/gallery')
    await page.getByRole('link', { name: open }).waitFor()
    expect(await page.getByRole('link', { name: hidden }).count()).toBe(seesHidden ? 1 : 0)
    expect(await page.getByText('Private', { exact: true }).count()).toBe(seesHidden ? 1 : 0)
    const picture = page.getByRole('listitem').filter({ hasText: open }).locator('img')
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  })
})

test('the filter and the search are in the address and survive a reload', async () => {
  const page = await visitAs(owner)
  await page.goto('/gallery')
  await page.getByRole('link', { name: hidden }).waitFor()
  await page.getByRole('button', { name: 'Public Only' }).click()
  await page.getByRole('link', { name: hidden }).waitFor({ state: 'detached' })
  await page.getByLabel('Search videos').fill('fishing boats')
  await page.waitForURL((url) => url.search === '?visibility=public&q=fishing+boats')
  await page.reload()
  await page.getByRole('link', { name: open }).waitFor()
  expect(await page.getByLabel('Search videos').inputValue()).toBe('fishing boats')
  await page.getByLabel('Search videos').fill('nothing of the kind')
  await page.getByText('No videos match "nothing of the kind"').waitFor()
})

test('a card that is pointed at moves', async () => {
  const page = await visit({ reducedMotion: 'no-preference' })
  await page.goto('/gallery')
  const card = page.getByRole('listitem').filter({ hasText: open })
  await card.locator('img').waitFor()
  expect(await card.locator('img[data-preview]').count()).toBe(0)
  await card.hover()
  const preview = card.locator('img[data-preview]')
  await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.mouse.move(0, 0)
  await preview.waitFor({ state: 'detached' })
})

test('more comes as one scrolls, and the way back leads to the same place', async () => {
  const page = await visit({ allow: /Failed to load resource/ })
  // A hundred videos in two pages; the server's own paging is proven where the server is.
  await page.route(/\/gallery\/videos\?/, async (route) => {
    const { searchParams } = new URL(route.request().url())
    const start = Number(searchParams.get('cursor') ?? 0)
    const limit = Number(searchParams.get('limit'))
    const videos = Array.from({ length: limit }, (_, index) => ({
      id: `0190b000-0000-7000-8000-${String(start + index).padStart(12, '0')}`,
      title: `Video number ${start + index}`,
      description: '',
      visibility: 'public',
      status: 'ready',
      thumbnailUrl: null,
      previewUrl: null,
      duration: 10,
      resolution: '1280x720',
      videoCodec: 'h264',
      audioCodec: 'aac',
      createdAt: new Date().toISOString(),
      owner: null,
      tags: [],
      views: 0,
    }))
    await route.fulfill({ json: { success: true, videos, nextCursor: start === 0 ? String(limit) : null } })
  })
  await page.route(/\/gallery\/videos\/0190b000/, (route) => route.abort())
  await page.goto('/gallery')
  await page.getByRole('link', { name: 'Video number 49' }).scrollIntoViewIfNeeded()
  await page.getByRole('link', { name: 'Video number 99' }).scrollIntoViewIfNeeded()
  const place = await page.evaluate(() => window.scrollY)
  expect(place).toBeGreaterThan(2000)
  await page.getByRole('link', { name: 'Video number 98' }).click()
  await page.getByRole('link', { name: 'Back' }).waitFor()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Video number 99' }).waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2000)
}, 120_000)

test('is looked at', { timeout: 240_000 }, async () => {
  await lookAround('gallery-with-videos', async (page) => {
    await signInQuietly(page, owner)
    await page.goto('/gallery')
    await page.getByRole('link', { name: hidden }).waitFor()
    await page.waitForLoadState('networkidle')
  })
})
