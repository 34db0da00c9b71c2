import { describe, expect, test } from 'vitest'
import { lookAt, visit, withBrowser } from './harness/browser.ts'
import { admin, createAccount, signIn, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { visitAs } from './harness/videos.ts'

withBrowser()

const api = `${theProduct().url}/prod/api`
const tabs = { status: 'System Status', jobs: 'Job Management', storage: 'Storage Management', users: 'User Management' } as const

describe('an admin', () => {
  test('runs a load test and sees all of it done, none lost, none twice', { timeout: 240_000 }, async () => {
    const page = await visit()
    await signIn(page, admin())
    await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor()
    for (const name of ['Database', 'Cache', 'Storage', 'Queue', 'Mail', 'FFmpeg'])
      await page.getByText(name, { exact: true }).first().waitFor()
    await page
      .getByText(/^Checked .* answered in \d+ ms$/)
      .first()
      .waitFor()
    await page.getByLabel('Concurrent jobs').fill('2')
    await page.getByRole('button', { name: 'Run load test' }).click()
    await page.getByText(/of 2 slots in use/).waitFor()
    await page.getByText('All 2 jobs completed. None was lost and none ran twice.').waitFor({ timeout: 200_000 })
    await page.getByText('admin started a load test of 2 jobs').waitFor()
    await lookAt(page, 'admin-load-test')
  })

  test("searches everybody's jobs, looks into one and deletes it after reading what is deleted with it", { timeout: 120_000 }, async () => {
    const page = await visitAs(admin())
    await page.goto('/')
    await page.getByRole('tab', { name: tabs.jobs }).click()
    await page.waitForURL(/\?tab=jobs$/)
    await page.getByLabel('Search title, source, user or id').fill('admin@localhost')
    await page.getByRole('button', { name: 'Actions for Load test' }).first().click()
    await page.getByRole('menuitem', { name: 'Details' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('heading', { name: 'Timeline' }).waitFor()
    await dialog.getByText('Encoding the video').first().waitFor()
    await dialog.getByText(/^Source: /).waitFor()
    await lookAt(page, 'admin-job-details')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Actions for Load test')
    await page.getByRole('button', { name: 'Actions for Load test' }).first().click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText(/This deletes "Load test" by admin, its video and \d+ files \([\d.]+ (KB|MB)\)/).waitFor()
    await lookAt(page, 'admin-delete-job')
    await page.getByRole('button', { name: 'Delete job' }).click()
    await page.getByText('"Load test" was deleted.').waitFor()
    await page.getByRole('button', { name: 'Clean up old jobs' }).click()
    await page.getByText(/^Nothing to clean up\./).waitFor()
  })

  test('cleans up storage, and takes a report home', { timeout: 120_000 }, async () => {
    const page = await visitAs(admin())
    await page.goto('/?tab=storage')
    await page.getByRole('tab', { name: tabs.storage, selected: true }).waitFor()
    await page.getByRole('button', { name: 'Clean temporary files' }).click()
    await page.getByText('There are no old temporary files.').waitFor()
    await page.getByRole('button', { name: 'Optimize storage' }).click()
    await page.getByText(/^Storage and database agree. Videos and pictures are compressed already/).waitFor()
    await lookAt(page, 'admin-clean-ups')
    await page.getByLabel('Format').selectOption('csv')
    const arriving = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Generate report' }).click()
    expect((await arriving).suggestedFilename()).toMatch(/^storage-report-[\d-]+-30-days\.csv$/)
    await page.getByText('The report is in your downloads.').waitFor()
  })

  test('sets a quota, shuts somebody out, lets them in, and deletes them by name', { timeout: 120_000 }, async () => {
    const person = somebody('greta')
    await createAccount(person)
    const page = await visitAs(admin())
    await page.goto('/?tab=users')
    await page.getByLabel('Search name or email').fill(person.username)
    const act = async (name: string) => {
      await page.getByRole('button', { name: `Actions for ${person.username}` }).click()
      await page.getByRole('menuitem', { name }).click()
    }
    await act('Set quota')
    await page.getByLabel('Storage in MB').fill('100')
    await page.getByLabel('Jobs at once').fill('2')
    await lookAt(page, 'admin-quota')
    await page.getByRole('button', { name: 'Save quota' }).click()
    await page.getByText('of 100 MB').waitFor()
    await act('View permissions')
    await page.getByText('jobs:use').waitFor()
    await lookAt(page, 'admin-permissions')
    await page.keyboard.press('Escape')
    const login = () =>
      fetch(`${api}/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(person) })
    await act('Disable')
    await page.getByRole('button', { name: 'Disable user' }).click()
    await page.getByText(`${person.username} is disabled and signed out everywhere.`).waitFor()
    expect((await login()).status).toBe(403)
    await act('Enable')
    await page.getByRole('button', { name: 'Enable user' }).click()
    await page.getByText(`${person.username} can sign in again.`).waitFor()
    expect((await login()).status).toBe(200)
    await act('Make admin')
    await page.getByRole('button', { name: 'Make admin' }).click()
    await page.getByText(`${person.username} is an admin now.`).waitFor()
    await page.getByRole('button', { name: `Actions for ${person.username}` }).click()
    // The list is read again after the message.
    await page.getByRole('menuitem', { name: 'Make admin' }).waitFor({ state: 'detached' })
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByText(/^This deletes the account, 0 videos and 0 files \(0 B\)\./).waitFor()
    expect(await page.getByRole('button', { name: 'Delete user' }).isDisabled()).toBe(true)
    await page.getByLabel(`Type ${person.username} to confirm`).fill(person.username)
    await lookAt(page, 'admin-delete-user')
    await page.getByRole('button', { name: 'Delete user' }).click()
    await page.getByText(`${person.username} was deleted.`).waitFor()
    await page.getByRole('region', { name: 'Audit log' }).getByText('user.delete').first().waitFor()
  })
})
