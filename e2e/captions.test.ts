import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { lookAt, visit, withBrowser } from './harness/browser.ts'
import { makeClip, repeatClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('clara')
let id: string

beforeAll(async () => {
  await createAccount(owner)
  id = await uploadVideo(owner, repeatClip(makeClip('talk.mp4'), 4), { title: 'A talk' })
}, 200_000)

const german = '1\n00:00:00,000 --> 00:00:30,000\nGrüße <i>aus dem</i> Hafen <script>alert(1)</script>\n'
const drawn = (page: Page) => page.locator('[data-captions]')

test('an SRT file is added in the edit dialog, shown by the key C, and read in the transcript', { timeout: 120_000 }, async () => {
  const page = await visitAs(owner)
  await page.goto(`/video/${id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('region', { name: 'Captions' })
  const file = (name: string, text: string) => ({ name, mimeType: 'application/x-subrip', buffer: Buffer.from(text, 'latin1') })
  await editor.getByLabel('Caption files').setInputFiles([file('talk.de.srt', german), file('bad.srt', 'no time')])
  await editor.getByText('Line 1: This should be a time').waitFor()
  await editor.getByRole('form', { name: 'bad.srt' }).getByRole('button', { name: 'Discard' }).click()
  await editor.getByRole('button', { name: 'Add captions' }).first().click()
  await editor.getByRole('button', { name: 'Change German' }).waitFor()
  await lookAt(page, 'captions-editor')
  await page.keyboard.press('Escape')

  await page.locator('body').press('c')
  await expect.poll(() => drawn(page).textContent()).toBe('Grüße aus dem Hafen alert(1)')
  expect(await drawn(page).locator('i').textContent()).toBe('aus dem')
  // Clear of the controls while these are shown.
  const box = async (selector: string) => (await page.locator(selector).boundingBox()) ?? { y: 0, height: 0 }
  const text = await box('[data-captions] p')
  expect(text.y + text.height).toBeLessThanOrEqual((await box('[data-player] [role=slider][aria-label=Seek]')).y)
  await page.getByRole('button', { name: 'Show transcript' }).click()
  await page.getByRole('button', { name: /0:00.*Grüße/ }).waitFor()
  await lookAt(page, 'captions-shown')
  await page.locator('body').press('c')
  await expect.poll(() => drawn(page).count()).toBe(0)
})

test('a visitor has them in an embed too, by the menu', { timeout: 120_000 }, async () => {
  const token = await signIn(theProduct(), owner.username, owner.password)
  const other = await uploadVideo(owner, makeClip('other.mp4'), { title: 'Another talk' })
  await ask(theProduct(), `POST /gallery/videos/${other}/captions`, token, { language: 'de', content: german })
  const page = await visit()
  await page.goto(`/embed/${other}`)
  await page.getByRole('button', { name: 'Captions: off' }).focus()
  await page.keyboard.press('Enter')
  // An item gets the focus a moment after the menu is there.
  const focused = page.locator('[role=menuitemradio]:focus')
  await focused.waitFor()
  await page.keyboard.press('ArrowDown')
  await focused.filter({ hasText: 'German' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => drawn(page).textContent()).toContain('Grüße')
  await page.reload()
  await expect.poll(() => drawn(page).textContent()).toContain('Grüße')
})
