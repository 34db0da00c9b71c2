import { describe, expect, test } from 'vitest'
import { lookAt, visit, withBrowser } from './harness/browser.ts'
import { createAccount, signIn, somebody } from './harness/people.ts'

withBrowser()

describe('a maker', () => {
  test('submits the local sample, follows it, and downloads what came out', { timeout: 180_000 }, async () => {
    const person = somebody('jule')
    await createAccount(person)
    const page = await visit()
    await signIn(page, person)
    await page.getByRole('button', { name: 'Create Job' }).click()
    await page.getByText('Video URL is required').waitFor()
    await page.getByLabel('Video Source').fill('nonsense')
    await page.getByRole('button', { name: 'Create Job' }).click()
    await page.getByText('Please enter a valid URL or use "local-sample.mp4" for testing').waitFor()
    await page.getByLabel('Video Source').fill('local-sample.mp4')
    await page.getByText(/so it is copied without loss\./).waitFor({ timeout: 60_000 })
    await lookAt(page, 'dashboard-plan')
    await page.getByRole('button', { name: 'Create Job' }).click()

    await page.getByRole('navigation').getByRole('link', { name: 'My Videos' }).click()
    await page.getByRole('button', { name: /Show Assets/ }).waitFor({ timeout: 90_000 })
    await page.getByRole('button', { name: /Show Assets/ }).click()
    await page
      .getByRole('button', { name: /Download/ })
      .first()
      .waitFor()
    await lookAt(page, 'jobs-assets')
    const opened = page
      .context()
      .waitForEvent('download')
      .catch(() => undefined)
    const tab = page.context().waitForEvent('page')
    await page
      .getByRole('button', { name: /Download/ })
      .first()
      .click()
    const download = await Promise.race([opened, tab.then((other) => other.waitForEvent('download'))])
    expect(download?.suggestedFilename()).toMatch(/\.(mp4|gif|jpg|json)$/)
  })
})
