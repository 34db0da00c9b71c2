import { createForge } from '@video-forge/client'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { lookAround, visit, withBrowser } from './harness/browser.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { signInQuietly, uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('lena')
const ids: string[] = []
let listId: string

beforeAll(async () => {
  await createAccount(owner)
  const clip = makeClip('clip.mp4')
  for (const title of ['First', 'Second', 'Third']) ids.push(await uploadVideo(owner, clip, { title }))
  const { url } = theProduct()
  const { result } = await createForge({ url }).call('POST /auth/login', { body: owner })
  const forge = createForge({ url, token: result.tokens.idToken })
  const { playlist } = await forge.call('POST /playlists', { body: { title: 'By the sea', visibility: 'public' } })
  listId = playlist.id
  for (const videoId of ids) await forge.call('POST /playlists/{id}/videos/{videoId}', { params: { id: listId, videoId } })
}, 200_000)

const titlesIn = (page: Page, name: string) => page.getByRole('list', { name }).getByRole('heading', { level: 2 }).allInnerTexts()
const playsTo = (page: Page, title: string) => page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
/** Played to its last moment, so that it ends by itself. */
const skipToEnd = (page: Page) =>
  page.locator('video').evaluate(async (video: HTMLVideoElement) => {
    if (video.readyState < 1) await new Promise((ready) => video.addEventListener('loadedmetadata', ready, { once: true }))
    video.currentTime = video.duration - 0.3
    await video.play()
  })

test('its owner orders it with keys, and everybody sees that order', { timeout: 180_000 }, async () => {
  const page = await visitAs(owner)
  await page.goto(`/playlist/${listId}`)
  const handle = page.getByRole('button', { name: /^Move Third/ })
  await handle.focus()
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT' && response.url().endsWith('/videos'))
  await page.keyboard.press('ArrowUp')
  await page.getByText('Third is now number 2 of 3.').waitFor({ state: 'attached' })
  await expect.poll(() => handle.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Home')
  expect(await titlesIn(page, 'Videos')).toEqual(['Third', 'First', 'Second'])
  expect((await saved).status()).toBe(200)
  const visitor = await visit()
  await visitor.goto(`/playlist/${listId}`)
  await visitor.getByRole('list', { name: 'Videos' }).waitFor()
  expect(await titlesIn(visitor, 'Videos')).toEqual(['Third', 'First', 'Second'])
  expect(await visitor.title()).toBe('By the sea · Video Forge')
})

test('plays on beside the player, and stops where that is switched off', { timeout: 180_000 }, async () => {
  const page = await visit()
  await page.goto(`/playlist/${listId}`)
  await page.getByRole('link', { name: 'Play all' }).click()
  await playsTo(page, 'Third')
  await page.getByText('1 of 3').waitFor()
  await skipToEnd(page)
  await playsTo(page, 'First')
  await page.getByRole('list', { name: 'Videos of the playlist' }).locator('[aria-current]', { hasText: 'First' }).waitFor()
  expect(new URL(page.url()).searchParams.get('list')).toBe(listId)
  await page.getByRole('switch', { name: 'Play on' }).click()
  await skipToEnd(page)
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.ended)).toBe(true)
  await page.getByRole('link', { name: 'Next video' }).click()
  await playsTo(page, 'Second')
})

test('plays on inside a frame', { timeout: 180_000 }, async () => {
  const page = await visit({ viewport: { width: 640, height: 360 } })
  await page.goto(`/embed/playlist/${listId}?autoplay=1&muted=1`)
  const shows = (title: string) => page.getByRole('heading', { level: 1, name: new RegExp(`^${title}`) }).waitFor()
  await shows('Third')
  await skipToEnd(page)
  await shows('First')
  await page.getByRole('button', { name: 'Previous video' }).click()
  await shows('Third')
})

test('what was watched and saved is found again', { timeout: 180_000 }, async () => {
  const page = await visitAs(owner)
  await page.goto(`/video/${ids[1]}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const added = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().includes('/watch-later/'))
  await page.getByRole('checkbox', { name: /^Watch later/ }).click()
  expect((await added).status()).toBe(200)
  await page.keyboard.press('Escape')
  const reported = page.waitForResponse((response) => response.url().includes('/plays'))
  await skipToEnd(page)
  expect((await reported).status()).toBe(204)
  await page.goto('/history')
  await page.getByRole('list', { name: 'Watched videos' }).getByRole('link', { name: 'Second' }).waitFor()
  await page.goto('/playlist/watch-later')
  await page.getByRole('list', { name: 'Videos' }).waitFor()
  expect(await titlesIn(page, 'Videos')).toEqual(['Second'])
  await page.getByRole('button', { name: 'Empty', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty', exact: true }).click()
  await page.getByText('No videos yet').waitFor()

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('switch', { name: /^History and Watch later/ }).click()
  await page.getByRole('button', { name: 'Switch off and delete' }).click()
  await page.getByText('Your history is off').waitFor()
  await page.goto(`/video/${ids[1]}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('checkbox', { name: /^By the sea/ }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^Watch later/ }).count()).toBe(0)
})

test('its page is the same for every eye', { timeout: 180_000 }, async () => {
  await lookAround('playlist', async (page) => {
    await signInQuietly(page, owner)
    await page.goto(`/playlist/${listId}`)
    await page.getByRole('list', { name: 'Videos' }).waitFor()
  })
})
