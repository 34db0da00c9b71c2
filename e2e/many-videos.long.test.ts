import { beforeAll, expect, test } from 'vitest'
import { lookAt, withBrowser } from './harness/browser.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { uploadVideo, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('bianca')

beforeAll(async () => {
  await createAccount(owner)
  const clip = makeClip('many.mp4')
  for (const title of ['Land', 'Harbour 1', 'Harbour 2', 'Harbour 3']) await uploadVideo(owner, clip, { title })
}, 200_000)

test('on a phone the first video is in view, and everything else can be unfolded by keyboard', { timeout: 60_000 }, async () => {
  const page = await visitAs(owner, { viewport: { width: 390, height: 844 } })
  await page.goto('/jobs')
  const first = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .first()
  await first.waitFor()
  const box = await first.boundingBox()
  expect((box?.y ?? 844) + (box?.height ?? 0)).toBeLessThan(844)
  await lookAt(page, 'many-videos-phone')
  await page.getByRole('button', { name: 'Filter' }).press('Enter')
  await page.getByLabel('Sort').selectOption('oldest')
  await page.getByRole('button', { name: 'Filter 1 active' }).waitFor()
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('button', { name: 'Refresh All' }).waitFor()
  await page.getByRole('button', { name: 'Select', exact: true }).press('Enter')
  await page.getByLabel('Select Land').press('Space')
  await page.getByText('1 video selected').waitFor()
  await lookAt(page, 'many-videos-phone-unfolded')
})

test('all that match are made private, with a report; a deletion is undone', { timeout: 200_000 }, async () => {
  const page = await visitAs(owner)
  await page.goto('/jobs')
  await page.getByLabel('Search title, description or tag').fill('harbour')
  await page.getByText('3 videos', { exact: true }).waitFor()
  await page.getByLabel('Select Harbour 2').click()
  await page.getByRole('button', { name: 'Select all 3 that match' }).click()
  await page.getByText('All 3 videos selected').waitFor()
  await lookAt(page, 'many-videos')
  await page.getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: 'Make private' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make private' }).click()
  const note = page.getByRole('region', { name: 'Make 3 videos private' })
  await note.getByText('3 done').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByRole('button', { name: 'Visibility: Private' }).count()).toBe(3)
  await note.getByRole('link', { name: 'Show report' }).click()
  await page.getByRole('heading', { name: 'Make 3 videos private' }).waitFor()
  await page.getByText('Harbour 1').waitFor()

  await page.goto('/jobs')
  await page.getByLabel('Select Land').click()
  await page.getByRole('button', { name: 'Delete selected' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  const deletion = page.getByRole('region', { name: 'Delete 1 video' })
  await deletion.getByText('1 done').waitFor({ timeout: 60_000 })
  await expect.poll(() => page.getByRole('listitem', { name: 'Land' }).count()).toBe(0)
  await deletion.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('listitem', { name: 'Land' }).waitFor({ timeout: 60_000 })
})
