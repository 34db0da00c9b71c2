import { describe, expect, test } from 'vitest'
import { lookAt, withBrowser } from './harness/browser.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { visitAs } from './harness/videos.ts'

withBrowser()
withClips()

describe('a maker', () => {
  test('submits the local sample, follows it, and downloads what came out', { timeout: 300_000 }, async () => {
    const person = somebody('jule')
    await createAccount(person)
    const page = await visitAs(person)
    await page.goto('/')
    await page.getByRole('button', { name: 'Create Job' }).click()
    await page.getByText('Video URL is required').waitFor()
    await page.getByLabel('Video Source').fill('nonsense')
    await page.getByRole('button', { name: 'Create Job' }).click()
    await page.getByText('Please enter a valid URL or use "local-sample.mp4" for testing').waitFor()
    await page.getByLabel('Video Source').fill('local-sample.mp4')
    // The sample is drawn at its first use, which takes long on a busy machine.
    await page.getByText(/so it is copied without loss\./).waitFor({ timeout: 150_000 })
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

  test('begins with nothing, tries the sample in one click, and watches it', { timeout: 180_000 }, async () => {
    const person = somebody('lena')
    await createAccount(person)
    const page = await visitAs(person)
    await page.goto('/')
    await page.getByText('0 videos so far').waitFor()
    await lookAt(page, 'dashboard-empty')
    await page.goto('/jobs')
    await page.getByText('No videos yet').waitFor()
    await lookAt(page, 'jobs-empty')
    await page.goto('/')
    await page.getByRole('button', { name: 'Try the sample' }).click()
    await page.getByText('"Local sample" was queued.').waitFor()
    await page.getByRole('link', { name: /^Watch/ }).click({ timeout: 90_000 })
    await page.getByRole('heading', { level: 1, name: 'Local sample' }).waitFor()
    await page.getByText('Private', { exact: true }).first().waitFor()
  })

  test('drops a file on the dashboard, finds it as a draft, and runs it from My Videos alone', { timeout: 240_000 }, async () => {
    const person = somebody('nils')
    await createAccount(person)
    const page = await visitAs(person)
    await page.goto('/')
    await page.getByLabel('Video file').setInputFiles(makeClip('Old harbour.mp4'))
    await page.getByRole('heading', { name: 'Upload & Share Video' }).waitFor()
    await page.getByText('Uploaded', { exact: true }).waitFor({ timeout: 60_000 })

    await page.getByRole('navigation').getByRole('link', { name: 'My Videos' }).click()
    const row = page.getByRole('listitem', { name: 'Old harbour' })
    await row.getByText('Draft', { exact: true }).waitFor()
    await expect.poll(() => row.locator('img').evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    await row.getByRole('button', { name: 'Visibility: Private' }).waitFor()
    await lookAt(page, 'jobs-draft')
    await row.getByRole('button', { name: 'Publish' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('New harbour')
    await page.getByRole('dialog').getByRole('button', { name: 'Start Processing' }).click()

    const processed = page.getByRole('listitem', { name: 'New harbour' })
    await processed.getByRole('link', { name: /^Watch/ }).waitFor()
    await processed.getByRole('button', { name: 'Show Assets' }).waitFor({ timeout: 120_000 })
    expect(await processed.getByText(/^Duration 0:\d\d$/).count()).toBeGreaterThan(0)

    await processed.getByRole('button', { name: 'Visibility: Private' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByText('"New harbour" is public now.').waitFor()
    await processed.getByRole('button', { name: 'Visibility: Public' }).waitFor()

    await processed.getByRole('button', { name: 'Edit' }).click()
    await page.getByRole('dialog').getByLabel('Title').fill('Harbour at dawn')
    await lookAt(page, 'jobs-edit')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    const renamed = page.getByRole('listitem', { name: 'Harbour at dawn' })
    await renamed.getByRole('button', { name: 'Share' }).click()
    expect(await page.getByRole('dialog').getByLabel('Link', { exact: true }).inputValue()).toContain('/video/')
    await page.keyboard.press('Escape')
    await expect.poll(() => renamed.getByRole('button', { name: 'Share' }).evaluate((it) => it === document.activeElement)).toBe(true)
  })
})
