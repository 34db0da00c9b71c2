import { beforeAll, expect, test } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { lookAround, visit, withBrowser } from './harness/browser.ts'
import { makeClip, repeatClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('wanda')
const stranger = somebody('wim')
let openId = ''
const word = `zymurgy${owner.username}`
const cue = (seconds: number, text: string) => `00:00:0${seconds},500 --> 00:00:0${seconds + 1},400\n${text}\n`
const captions = [cue(0, 'Welcome'), cue(2, `Today: ${word} for beginners`), cue(4, 'Thank you')].join('\n')

beforeAll(async () => {
  await createAccount(owner)
  await createAccount(stranger)
  const token = await signIn(theProduct(), owner.username, owner.password)
  const clip = repeatClip(makeClip('words.mp4'), 4)
  for (const [title, visibility] of [
    ['An open talk', 'public'],
    ['A private talk', 'private'],
  ] as const) {
    const id = await uploadVideo(owner, clip, { title, visibility })
    if (visibility === 'public') openId = id
    await ask(theProduct(), `POST /gallery/videos/${id}/captions`, token, { language: 'en', content: captions })
  }
}, 200_000)

test('a word that is said leads to the second, by keyboard', { timeout: 120_000 }, async () => {
  const page = await visit()
  await page.goto('/gallery')
  await page.getByLabel('Search videos').fill(word.slice(0, -1))
  const sentence = page.getByRole('link', { name: `Play from 0:02: Today: ${word} for beginners` })
  await sentence.waitFor()
  expect(await page.locator('mark').allTextContents()).toEqual([word])
  expect(await page.getByRole('link', { name: 'A private talk' }).count()).toBe(0)
  await page.reload()
  await sentence.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.searchParams.get('t') === '2.5')
  await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThanOrEqual(2.5)
  await page
    .locator('[aria-current=true]', { hasText: word })
    .or(page.locator('[aria-current=true]', { hasText: 'Thank you' }))
    .waitFor()
  await page.goBack()
  await sentence.waitFor()
  expect(await page.getByLabel('Search videos').inputValue()).toBe(word.slice(0, -1))
})

test('the owner finds a private video as well', { timeout: 120_000 }, async () => {
  const page = await visitAs(owner)
  await page.goto(`/gallery?q=${word}`)
  await page.getByRole('link', { name: 'A private talk' }).waitFor()
  await page.getByRole('link', { name: 'An open talk' }).waitFor()
})

test('results fit every screen', { timeout: 240_000 }, async () => {
  await lookAround('search-words', async (page) => {
    await page.goto(`/gallery?q=${word}`)
    await page.locator('mark').waitFor()
  })
})

test('a stranger finds the open video only, and nothing once its captions are deleted', { timeout: 120_000 }, async () => {
  const token = await signIn(theProduct(), owner.username, owner.password)
  const { captions } = (await ask(theProduct(), `GET /gallery/videos/${openId}/captions`, token)) as { captions: { id: string }[] }
  const page = await visitAs(stranger)
  await page.goto(`/gallery?q=${word}`)
  await page.getByRole('link', { name: 'An open talk' }).waitFor()
  expect(await page.getByRole('link', { name: 'A private talk' }).count()).toBe(0)
  for (const { id } of captions) await ask(theProduct(), `DELETE /gallery/videos/${openId}/captions/${id}`, token)
  await page.reload()
  await page.getByText(`No videos match "${word}"`).waitFor()
})

test('a search that finds nothing among the newest videos can be continued, on every screen', { timeout: 240_000 }, async () => {
  await lookAround('search-nothing-yet', async (page) => {
    await page.route('**/gallery/search?*', (route) => route.fulfill({ json: { success: true, results: [], nextCursor: 'more' } }))
    await page.goto(`/gallery?q=%22${word}%22`)
    await page.getByRole('button', { name: 'Search older videos' }).waitFor()
  })
})
