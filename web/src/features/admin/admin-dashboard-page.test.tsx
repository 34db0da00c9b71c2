import { fireEvent, screen, within } from '@testing-library/react'
import { sentences } from '@video-forge/contract/sentences'
import { beforeEach, expect, test, vi } from 'vitest'
import { adminJobLike, adminUserLike, statusLike, storageLike } from '../../../test-support/fake-admin.ts'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { AdminDashboardPage } from './admin-dashboard-page.tsx'

// The drawing itself needs a canvas; the browser's own tests look at it.
vi.mock('./system/history-charts.tsx', () => ({ HistoryCharts: () => <p>charts</p> }))

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass()
}
const choose = async (owner: string, item: string) => {
  fireEvent.keyDown(screen.getByRole('button', { name: `Actions for ${owner}` }), { key: 'Enter' })
  await pass()
  fireEvent.click(screen.getByRole('menuitem', { name: item }))
  await pass()
}

const jobStats = { PENDING: 1, DOWNLOADING: 0, PROCESSING: 0, UPLOADING: 0, COMPLETED: 7, FAILED: 2, CANCELLED: 0 }
const answers: Parameters<typeof fakeApi>[0] = {
  'GET /admin/jobs/stats': () => ({ body: { success: true, stats: { totalUsers: 9, recentJobs: 3, jobStats } } }),
  'GET /jobs/admin/processing-status': () => ({ body: { success: true, status: statusLike() } }),
  'GET /jobs/admin/recent-activity': () => ({
    body: {
      success: true,
      activities: [{ id: '1', activity: "'Clip' by ada failed", timeAgo: '5 minutes ago', color: 'red', at: '2026-01-01T00:00:00.000Z' }],
    },
  }),
  'GET /admin/metrics': () => ({ body: { success: true, range: '1h', stepSeconds: 60, points: [] } }),
  'GET /admin/jobs/all': () => ({
    body: {
      success: true,
      jobs: [adminJobLike(1, { status: 'FAILED' }), adminJobLike(2)],
      total: 2,
      totalIsLeast: false,
      nextCursor: 'next',
    },
  }),
  'GET /admin/storage/stats': () => ({ body: { success: true, result: storageLike() } }),
  'GET /admin/storage/trash': () => ({ body: { success: true, items: [], total: 0, bytes: 0, nextCursor: null } }),
  'GET /admin/users': () => ({
    body: { success: true, result: [adminUserLike('bob'), adminUserLike('root', { role: 'admin' })], total: 2 },
  }),
  'GET /admin/audit': () => ({ body: { success: true, entries: [], nextCursor: null } }),
}

async function show(tab: string, handlers: Parameters<typeof fakeApi>[0] = {}) {
  const seen = fakeApi({ ...answers, ...handlers })
  showPage(<AdminDashboardPage />, '/', tab ? `/?tab=${tab}` : '/')
  await pass()
  return seen
}

test('reads the open tab from the URL and writes it there', async () => {
  await show('storage')
  expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Storage Management')
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'User Management' }), { button: 0 })
  await pass()
  expect(currentAddress()).toBe('/?tab=users')
  fireEvent.mouseDown(screen.getByRole('tab', { name: 'System Status' }), { button: 0 })
  await pass()
  expect(currentAddress()).toBe('/')
})

test('the status shows each part with the age of its reading, the queue and an old ffmpeg', async () => {
  const failing = statusLike()
  failing.systemHealth.mail = {
    status: 'failing',
    checkedAt: new Date(Date.now() - 65_000).toISOString(),
    milliseconds: 3000,
    message: 'It did not answer.',
  }
  await show('', { 'GET /jobs/admin/processing-status': () => ({ body: { success: true, status: failing } }) })
  const mail = screen.getByText('Mail').closest('li')
  expect(mail?.textContent).toContain('Failing')
  expect(mail?.textContent).toContain('It did not answer.')
  expect(mail?.textContent).toMatch(/Checked 1 min ago/)
  expect(screen.getByText('Queued').parentElement?.textContent).toContain('4')
  expect(screen.getByText(/Its source is of 2022/).className).toContain('text-warn')
  expect(screen.getByText('5 minutes ago')).toBeTruthy()
  expect(screen.getByText('No workers are running')).toBeTruthy()
})

test('a load test starts five jobs and shows the result', async () => {
  const jobs = [1, 2, 3, 4, 5].map((number) => adminJobLike(number))
  const result = {
    jobs: 5,
    completed: 5,
    failed: 0,
    running: 0,
    lost: 0,
    duplicated: 0,
    finished: true,
    secondsPerJob: { median: 4, longest: 6, mean: 5 },
    totalSeconds: 12,
  }
  const seen = await show('', {
    'POST /jobs/load-test': () => ({ status: 201, body: { success: true, jobs } }),
    'GET /admin/load-test': () => ({ body: { success: true, result } }),
  })
  await press('Run load test')
  await pass()
  expect(seen.find(({ key }) => key === 'POST /jobs/load-test')?.body).toEqual({
    concurrent: 5,
    videoUrl: 'local-sample.mp4',
    formats: ['480p'],
  })
  expect(screen.getByText('All 5 jobs completed. None was lost and none ran twice.')).toBeTruthy()
  expect(screen.getByText('4 s (longest 6 s)')).toBeTruthy()
})

test('jobs are searched, filtered and paged by the server', async () => {
  const seen = await show('jobs')
  const last = () => Object.fromEntries(new URLSearchParams(seen.findLast(({ key }) => key === 'GET /admin/jobs/all')?.query ?? ''))
  expect(last()).toEqual({ limit: '10' })
  await press('Next page')
  expect(last()).toMatchObject({ cursor: 'next' })
  fireEvent.change(screen.getByLabelText('Search title, source, user or id'), { target: { value: 'needle' } })
  fireEvent.change(screen.getByLabelText('Status'), { target: { value: 'FAILED' } })
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'oldest' } })
  await pass(400)
  expect(last()).toEqual({ search: 'needle', status: 'FAILED', sort: 'oldest', limit: '10' })
})

test('a tag, a visibility and days narrow the jobs, and what is selected by them', async () => {
  const { body: list } = (answers['GET /admin/jobs/all'] as () => { body: object })()
  const seen = await show('jobs', {
    'GET /admin/jobs/all': () => ({ body: { ...list, total: 12 } }),
    'POST /videos/bulk': () => failure(409, 'CONFLICT', 'No video matches any more.'),
  })
  const last = () => Object.fromEntries(new URLSearchParams(seen.findLast(({ key }) => key === 'GET /admin/jobs/all')?.query ?? ''))
  const type = async (label: string, value: string) => {
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
    await pass(400)
  }
  await type('Tag', '#')
  expect(last()).toEqual({ limit: '10' })
  await press('Next page')
  await type('Tag', ' Köln ')
  await type('Visibility', 'private')
  await type('Made from', '2025-01-01')
  await type('Made before', '2026-01-01')
  const filter = { tag: 'Köln', visibility: 'private', after: '2025-01-01', before: '2026-01-01' }
  expect(last()).toEqual({ ...filter, limit: '10' })
  fireEvent.click(screen.getByLabelText('Select all on this page'))
  await press('Select all 12 that match')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Change' }), { key: 'Enter' })
  await pass()
  fireEvent.click(screen.getByRole('menuitem', { name: 'Make public' }))
  await vi.waitFor(() => screen.getByRole('alertdialog'), { timeout: 20_000 })
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Make public' }))
  await pass()
  expect(seen.findLast(({ key }) => key === 'POST /videos/bulk')?.body).toEqual({
    filter: { everyone: true, ...filter },
    change: { action: 'visibility', visibility: 'public' },
  })
})

test('failed jobs are restarted, all of them or the chosen ones', async () => {
  const seen = await show('jobs', { 'POST /jobs/admin/restart-failed': () => ({ body: { success: true, result: { restarted: 2 } } }) })
  const sent = () => seen.findLast(({ key }) => key === 'POST /jobs/admin/restart-failed')?.body
  await press('Restart failed (2)')
  expect(sent()).toEqual({})
  expect(screen.getByText('2 jobs restarted.')).toBeTruthy()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select Clip 1' }))
  await press('Restart 1 selected job')
  expect(sent()).toEqual({ ids: [adminJobLike(1).id] })
})

test('cleaning up old jobs says how many first and asks once', async () => {
  const seen = await show('jobs', {
    'DELETE /jobs/admin/cleanup-old': ({ query }) => ({
      body: { success: true, result: { deletedCount: 12, freedSpace: 2048, dryRun: query === '?dryRun=true' } },
    }),
  })
  const queries = () => seen.filter(({ key }) => key === 'DELETE /jobs/admin/cleanup-old').map(({ query }) => query)
  await press('Clean up old jobs')
  expect(queries()).toEqual(['?dryRun=true'])
  expect(screen.getByText(/12 failed or cancelled jobs that ended over 30 days ago, with 2.0 KB of files/).textContent).toContain(
    'Completed jobs and playable videos stay. It cannot be undone.',
  )
  await press('Delete 12 jobs')
  expect(queries()).toEqual(['?dryRun=true', undefined])
  expect(screen.getByText('12 old jobs deleted.')).toBeTruthy()
})

test('a clean-up of old jobs that stopped half-way says how many are left', async () => {
  const counts = [12, 5, 7]
  await show('jobs', {
    'DELETE /jobs/admin/cleanup-old': () => ({ body: { success: true, result: { deletedCount: counts.shift(), freedSpace: 0 } } }),
  })
  await press('Clean up old jobs')
  await press('Delete 12 jobs')
  expect(screen.getByText('5 old jobs deleted. 7 old jobs left. Clean up again to delete the rest.')).toBeTruthy()
})

test('a clean-up of old jobs that finds nothing says what it looks for', async () => {
  await show('jobs', {
    'DELETE /jobs/admin/cleanup-old': () => ({ body: { success: true, result: { deletedCount: 0, freedSpace: 0 } } }),
  })
  await press('Clean up old jobs')
  expect(
    screen.getByText(/Nothing to clean up. This deletes failed and cancelled jobs .* over 30 days ago and left no playable video/),
  ).toBeTruthy()
})

test('deleting a job says what is deleted, and why it failed', async () => {
  await show('jobs', {
    'DELETE /jobs/admin/0190a000-0000-7000-8000-000000000002': () => failure(404, 'NOT_FOUND', 'There is no such job.'),
  })
  await choose('Clip 2', 'Delete')
  expect(screen.getByText(/This deletes "Clip 2" by ada, its video and 2 files \(2.0 KB\)/)).toBeTruthy()
  await press('Delete job')
  expect(screen.getByText('Delete failed: There is no such job.')).toBeTruthy()
})

test('a clean-up lists what it found before it acts', async () => {
  const item = { name: 'incoming/old', bytes: 5, reason: 'A transfer that broke off' }
  const seen = await show('storage', {
    'POST /admin/storage/cleanup-temp': ({ body }) => ({
      body: { success: true, result: { deletedCount: 1, freedSpace: 5, items: [item], ...(body as object) } },
    }),
  })
  const bodies = () => seen.filter(({ key }) => key === 'POST /admin/storage/cleanup-temp').map(({ body }) => body)
  await press('Clean temporary files')
  expect(bodies()).toEqual([{ dryRun: true }])
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByText('incoming/old')).toBeTruthy()
  expect(dialog.getByText(/^1 temporary file \(5 B\) is older than 24 hours/)).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: 'Clean temporary files' }))
  await pass()
  expect(bodies()).toEqual([{ dryRun: true }, { dryRun: false }])
  expect(screen.getByText('1 temporary file (5 B) removed.')).toBeTruthy()
})

test('promotion is hidden for admins', async () => {
  await show('users')
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for root' }), { key: 'Enter' })
  await pass()
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual([
    'View permissions',
    'Set quota',
    'Send password reset',
    'Disable',
    'Delete',
  ])
})

test('a user is deleted only after typing their name, and the dialog says what is deleted', async () => {
  const bob = adminUserLike('bob')
  const seen = await show('users', { [`DELETE /auth/users/${bob.id}`]: () => ({ body: { success: true, result: { id: bob.id } } }) })
  await choose('bob', 'Delete')
  expect(screen.getByText(/This deletes the account, 3 videos and 12 files \(4.0 KB\)/)).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete user' })
  expect(button.disabled).toBe(true)
  fireEvent.change(screen.getByLabelText('Type bob to confirm'), { target: { value: 'bob' } })
  expect(button.disabled).toBe(false)
  await press('Delete user')
  expect(seen.some(({ key }) => key === `DELETE /auth/users/${bob.id}`)).toBe(true)
  expect(screen.getByText('bob was deleted.')).toBeTruthy()
})

test('an unconfirmed user cannot be made an admin, and the menu says why', async () => {
  const bob = adminUserLike('bob', { status: 'UNCONFIRMED' })
  const seen = await show('users', { 'GET /admin/users': () => ({ body: { success: true, result: [bob], total: 1 } }) })
  fireEvent.keyDown(screen.getByRole('button', { name: 'Actions for bob' }), { key: 'Enter' })
  await pass()
  const item = screen.getByRole('menuitem', { name: /^Make admin/ })
  expect(item.getAttribute('aria-disabled')).toBe('true')
  expect(item.textContent).toContain('Has not confirmed the e-mail address yet')
  fireEvent.click(item)
  await pass()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(seen.some(({ key }) => key.startsWith('POST'))).toBe(false)
})

test('a password reset is sent after a question', async () => {
  const seen = await show('users', {
    [`POST /admin/users/${bobId}/password-reset`]: () => ({ body: { success: true, message: 'A code was mailed.' } }),
  })
  await choose('bob', 'Send password reset')
  expect(screen.getByText(/to bob@example.com/)).toBeTruthy()
  expect(seen.some(({ key }) => key.startsWith('POST'))).toBe(false)
  await press('Send password reset')
  expect(screen.getByText('A code was mailed.')).toBeTruthy()
})

test('a quota of nothing is no limit', async () => {
  const bob = adminUserLike('bob', { quotaBytes: 1024 ** 2, quotaJobs: 2 })
  const seen = await show('users', {
    'GET /admin/users': () => ({ body: { success: true, result: [bob], total: 1 } }),
    [`PUT /admin/users/${bob.id}/quota`]: () => ({ body: { success: true, result: bob } }),
  })
  await choose('bob', 'Set quota')
  expect(screen.getByLabelText<HTMLInputElement>('Storage in MB').value).toBe('1')
  fireEvent.change(screen.getByLabelText('Storage in MB'), { target: { value: '1.5' } })
  fireEvent.change(screen.getByLabelText('Jobs at once'), { target: { value: '' } })
  await press('Save quota')
  expect(seen.find(({ key }) => key.startsWith('PUT'))?.body).toEqual({ quotaBytes: 1.5 * 1024 ** 2, quotaJobs: null })
})

const refused = () => failure(500, 'INTERNAL', 'Something went wrong on our side.')
const bobId = adminUserLike('bob').id

test.each([
  ['', 'GET /jobs/admin/processing-status', undefined, sentences.adminFailed],
  ['jobs', 'GET /admin/jobs/all', undefined, sentences.adminFailed],
  ['storage', 'GET /admin/storage/stats', undefined, sentences.storageStatsFailed],
  ['users', 'GET /admin/users', undefined, sentences.adminFailed],
  ['jobs', 'POST /jobs/admin/restart-failed', 'Restart failed (2)', sentences.restartFailed],
  ['jobs', 'DELETE /jobs/admin/cleanup-old', 'Clean up old jobs', sentences.cleanupJobsFailed],
  ['storage', 'POST /admin/storage/cleanup-temp', 'Clean temporary files', sentences.cleanupTempFailed],
  ['storage', 'POST /admin/storage/optimize', 'Optimize storage', sentences.optimizeFailed],
  ['storage', 'GET /admin/storage/report', 'Generate report', sentences.reportFailed],
  ['', 'POST /jobs/load-test', 'Run load test', sentences.loadTestFailed],
])('%s: when %s fails it says so', async (tab, key, button, sentence) => {
  await show(tab, { [key]: refused })
  if (button) await press(button)
  const alerts = screen.getAllByRole('alert').map((alert) => alert.textContent)
  expect(alerts.some((text) => text?.includes(sentence))).toBe(true)
})

test.each([
  ['Make admin', 'POST /auth/groups/admin', 'Make admin', sentences.promotionFailed],
  ['View permissions', `GET /auth/users/${bobId}/permissions`, undefined, sentences.permissionsFailed],
])('users: when %s fails it says so', async (item, key, button, sentence) => {
  await show('users', { [key]: () => ({ status: 500, body: 'broken' }) })
  await choose('bob', item)
  if (button) await press(button)
  expect(screen.getAllByRole('alert').some((alert) => alert.textContent?.includes(sentence))).toBe(true)
})
