import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { lookAt, withBrowser } from './harness/browser.ts'
import { createAccount, somebody } from './harness/people.ts'
import { visitAs } from './harness/videos.ts'

withBrowser()

const person = somebody('sina')
beforeAll(() => createAccount(person))

async function openSearch(options: Parameters<typeof visitAs>[1] = {}): Promise<Page> {
  const page = await visitAs(person, options)
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Search Video' }).click()
  await page.getByRole('heading', { name: 'Discover Amazing Videos' }).waitFor()
  return page
}

const cards = (page: Page) => page.getByRole('button', { name: /^Select/ })

test('a stock video is found, previewed, and selected into a new job', { timeout: 180_000 }, async () => {
  const page = await openSearch({ reducedMotion: 'no-preference' })
  await page.getByText('Ready to get started?').waitFor()
  expect(await page.getByRole('button', { name: 'Search Videos' }).isDisabled()).toBe(true)
  await page.getByPlaceholder('What kind of videos are you looking for?').fill('ocean')
  await page.getByRole('button', { name: 'Search Videos' }).click()
  await page.waitForURL('**/search-video?q=ocean')
  await cards(page).first().waitFor({ timeout: 60_000 })
  await page.getByText(/^Source: /).waitFor()

  const card = page
    .getByRole('listitem')
    .filter({ has: cards(page) })
    .first()
  await card.hover()
  const preview = card.locator('video')
  const position = () => preview.evaluate((video: HTMLVideoElement) => video.currentTime)
  await expect.poll(position, { timeout: 60_000 }).toBeGreaterThan(0)
  const file = await preview.getAttribute('src')

  await page.reload()
  await cards(page).first().click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.getByLabel('Video Source').inputValue()).toBe(file)
  await page.goBack()
  await cards(page).first().waitFor()

  await page.getByPlaceholder('What kind of videos are you looking for?').fill('zzzzqqq')
  await page.keyboard.press('Enter')
  await page.getByText('No videos found').waitFor()
  await page.getByText('Try searching with different keywords').waitFor()
  await lookAt(page, 'search-nothing')
})

test('a search that fails shows nothing new and says nothing', { timeout: 120_000 }, async () => {
  const page = await openSearch({ allow: /503/ })
  await page.route('**/stock/videos*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Overloaded', message: 'Overloaded', code: 'UNAVAILABLE' } }),
  )
  const answered = page.waitForResponse('**/stock/videos*')
  await page.getByRole('button', { name: 'nature' }).click()
  await answered
  await page.getByRole('button', { name: 'Search Videos' }).waitFor()
  await page.getByText('Ready to get started?').waitFor()
  expect(await page.getByText('Overloaded').count()).toBe(0)
})
