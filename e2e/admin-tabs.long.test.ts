import { expect, test } from 'vitest'
import { lookAround, withBrowser } from './harness/browser.ts'
import { admin } from './harness/people.ts'
import { signInQuietly } from './harness/videos.ts'

withBrowser()

/** Their names, and what is there once they are loaded. */
const tabs = {
  status: ['System Status', 'Recent activity'],
  jobs: ['Job Management', 'Clean up old jobs'],
  storage: ['Storage Management', 'By kind'],
  users: ['User Management', 'Audit log'],
} as const

test('every tab of an admin at three widths, light and dark', { timeout: 400_000 }, async () => {
  for (const [param, [name, loaded]] of Object.entries(tabs)) {
    await lookAround(`admin-${param}`, async (page) => {
      await signInQuietly(page, admin())
      await page.goto(`/?tab=${param}`)
      await page.getByRole('tab', { name, selected: true }).waitFor()
      await page.getByText(loaded).first().waitFor()
      if (param === 'status') await page.locator('canvas').nth(3).waitFor()
      await expect.poll(() => page.locator('.animate-breathe').count(), { message: 'placeholders' }).toBe(0)
    })
  }
})
