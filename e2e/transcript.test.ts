import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { lookAround, lookAt, visit, withBrowser } from './harness/browser.ts'
import { makeClip, repeatClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('edith')
let clip: string
beforeAll(async () => {
  await createAccount(owner)
  clip = repeatClip(makeClip('talk.mp4'), 4)
}, 200_000)

const spoken = 'WEBVTT\n\n00:00.000 --> 00:04.000\nThe smal dog sleeps under a tree\n\n00:05.000 --> 00:06.000\nIt dreams.\n'

async function newTalk(visibility: 'public' | 'private' = 'public') {
  const id = await uploadVideo(owner, clip, { title: 'A talk', visibility })
  const token = await signIn(theProduct(), owner.username, owner.password)
  await ask(theProduct(), `POST /gallery/videos/${id}/captions`, token, { language: 'en', content: spoken })
  return { id, token }
}

const saved = (page: Page) => page.locator('[data-save-state=saved]').waitFor()
const area = (page: Page, number: number) => page.getByRole('textbox', { name: new RegExp(`^Text of caption ${number} of`) })
const focused = (page: Page, number: number) =>
  expect.poll(() => area(page, number).evaluate((field) => field === document.activeElement)).toBe(true)

async function startEditing(page: Page) {
  await page.getByRole('button', { name: 'Show transcript' }).press('Enter')
  await page.getByRole('button', { name: 'Edit transcript' }).press('Enter')
  await focused(page, 1)
}

test('the owner corrects, splits and saves by keyboard; the player and the page of text follow', { timeout: 120_000 }, async () => {
  const { id } = await newTalk()
  const page = await visitAs(owner)
  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: 'Captions: off' }).waitFor()
  await page.locator('body').press('c')
  await expect.poll(() => page.locator('[data-captions]').textContent()).toContain('smal dog')
  await startEditing(page)
  await page.keyboard.press('Home')
  for (let letter = 0; letter < 8; letter++) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('l')
  await lookAt(page, 'transcript-editor')
  await page.keyboard.press('Enter')
  await focused(page, 2)
  await expect.poll(() => page.locator('[data-captions]').textContent()).toContain('small dog')
  await page.keyboard.press('Alt+ArrowUp')
  await focused(page, 1)
  await page.keyboard.press('Home')
  for (let letter = 0; letter < 13; letter++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Control+Enter')
  await focused(page, 2)
  expect(await area(page, 2).inputValue()).toBe('sleeps under a tree')
  await page.keyboard.press('Control+z')
  expect(await area(page, 1).inputValue()).toBe('The small dog sleeps under a tree')
  await page.keyboard.press('Control+Shift+z')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Edit transcript' }).waitFor()
  await page.getByRole('button', { name: /sleeps under a tree/ }).waitFor()

  const reader = await visit({ javaScriptEnabled: false })
  await reader.goto(`/video/${id}`)
  await reader.getByRole('link', { name: 'Read the transcript of this video' }).click()
  await reader.getByText('The small dog sleeps under a tree It dreams.').waitFor()
  expect(await reader.getByRole('link', { name: 'Play from 0:00' }).getAttribute('href')).toBe(`/video/${id}?t=0`)
})

test('what was not saved survives a reload; of two tabs the second is asked', { timeout: 120_000 }, async () => {
  const { id } = await newTalk()
  const page = await visitAs(owner, { allow: /Failed to load resource|ERR_FAILED/ })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto(`/video/${id}`)
  await startEditing(page)
  const captions = '**/captions/*'
  await page.route(captions, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()))
  await page.keyboard.type(' of the first tab')
  await page.locator('[data-save-state=failed]').waitFor()
  await page.unroute(captions)
  await page.reload()
  await focused(page, 1)
  expect(await area(page, 1).inputValue()).toBe('The smal dog sleeps under a tree of the first tab')
  await saved(page)

  const other = await visitAs(owner, { allow: /status of 409/ })
  await other.goto(`/video/${id}`)
  await startEditing(other)
  await area(page, 1).press('!')
  await page.keyboard.press('Enter')
  await saved(page)
  await other.keyboard.type(' of the second tab')
  await other.keyboard.press('Enter')
  await other.getByText('has changed these captions meanwhile').waitFor()
  await lookAt(other, 'transcript-conflict')
  await other.getByRole('button', { name: 'Load their version' }).click()
  await expect.poll(() => area(other, 1).inputValue()).toBe('The smal dog sleeps under a tree of the first tab!')
})

test('the page of text at every width; that of a private video leads its owner to the panel', { timeout: 120_000 }, async () => {
  const { id } = await newTalk()
  await lookAround('transcript-page', async (page) => {
    await page.goto(`/video/${id}/transcript`)
    await page.getByRole('heading', { name: 'A talk' }).waitFor()
  })
  const hidden = await newTalk('private')
  const page = await visitAs(owner, { allow: /status of 404/ })
  await page.goto(`/video/${hidden.id}/transcript`)
  await page.getByRole('button', { name: /The smal dog/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/video/${hidden.id}`)
})
