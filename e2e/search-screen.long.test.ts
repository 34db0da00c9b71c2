import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lookAround, withBrowser } from './harness/browser.ts'
import { createAccount, somebody } from './harness/people.ts'
import { signInQuietly } from './harness/videos.ts'

withBrowser()

test('the search screen is looked at: three widths, light and dark, before and after', { timeout: 240_000 }, async () => {
  const person = somebody('sina')
  await createAccount(person)
  const open = (path: string, ready: (page: Page) => Promise<void>) => async (page: Page) => {
    await signInQuietly(page, person)
    await page.goto(path)
    await ready(page)
  }
  await lookAround(
    'search-before',
    open('/search-video', (other) => other.getByText('Ready to get started?').waitFor()),
  )
  await lookAround(
    'search-after',
    open('/search-video?q=ocean', async (other) => {
      await other
        .getByRole('button', { name: /^Select/ })
        .first()
        .waitFor({ timeout: 60_000 })
      await expect
        .poll(() => other.locator('li img').evaluateAll((all) => all.every((each) => each instanceof HTMLImageElement && each.complete)), {
          timeout: 60_000,
        })
        .toBe(true)
    }),
  )
})
