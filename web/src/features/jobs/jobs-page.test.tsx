import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import type { Job } from '@video-forge/contract/jobs'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike, jobPage, statsLike } from '../../../test-support/fake-jobs.ts'
import { fakeStream } from '../../../test-support/fake-stream.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { JobsPage } from './jobs-page.tsx'

let visibility: DocumentVisibilityState = 'visible'
signInBeforeEach()
beforeEach(() => {
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.useFakeTimers()
})
resetAfterEach()

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
const rows = () => within(screen.getByRole('region', { name: 'Videos' })).getAllByRole('listitem')
const titles = () => screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)

async function show(jobs: Job[], handlers: Parameters<typeof fakeApi>[0] = {}, query = '') {
  const seen = fakeApi({ 'GET /jobs': () => jobPage(jobs), 'GET /jobs/stats': () => statsLike({ total: jobs.length }), ...handlers })
  showPage(<JobsPage />, '/jobs', `/jobs${query}`)
  await pass(0)
  return seen
}

const queryOf = (seen: { key: string; query: string | undefined }[]) =>
  Object.fromEntries(new URLSearchParams(seen.findLast(({ key }) => key === 'GET /jobs')?.query ?? ''))

test('filter and sort go from the address into the query', async () => {
  const seen = await show([jobLike(1)], {}, '?status=processing&sort=progress')
  expect(queryOf(seen)).toMatchObject({ status: 'RUNNING', sort: 'progress' })
  expect(screen.getByRole('button', { pressed: true }).textContent).toMatch(/^Processing/)
  expect(screen.getByLabelText<HTMLSelectElement>('Sort').value).toBe('progress')
})

test('filter and sort go from the controls into the address and the query', async () => {
  const seen = await show([jobLike(1)])
  expect(queryOf(seen)).toEqual({ sort: 'newest', limit: '20', drafts: 'first' })
  await press('Failed 0')
  expect(currentAddress()).toBe('/jobs?status=failed')
  expect(queryOf(seen)).toMatchObject({ status: 'FAILED' })
  fireEvent.change(screen.getByLabelText('Sort'), { target: { value: 'status' } })
  await pass(0)
  expect(currentAddress()).toBe('/jobs?status=failed&sort=status')
  expect(queryOf(seen)).toMatchObject({ status: 'FAILED', sort: 'status' })
  expect(Array.from(screen.getByLabelText<HTMLSelectElement>('Sort').options, ({ text }) => text)).toEqual([
    'Newest',
    'Oldest',
    'Status A-Z',
    'Progress High-Low',
  ])
})

test('the chips count each job once', async () => {
  await show([jobLike(1)], {
    'GET /jobs/stats': () =>
      statsLike({ PENDING: 1, DOWNLOADING: 1, PROCESSING: 2, UPLOADING: 3, COMPLETED: 4, FAILED: 2, CANCELLED: 5, total: 18 }),
  })
  const chips = within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button')
  const texts = chips.map((chip) => chip.textContent)
  expect(texts).toEqual(['All 18', 'Processing 6', 'Completed 4', 'Failed 2', 'Pending 1', 'Cancelled 5'])
})

test('cancelled jobs can be filtered for', async () => {
  const seen = await show([jobLike(1, { status: 'CANCELLED' })])
  await press('Cancelled 0')
  expect(currentAddress()).toBe('/jobs?status=cancelled')
  expect(queryOf(seen)).toMatchObject({ status: 'CANCELLED' })
})

const panel = () => screen.queryByRole('region', { name: 'System status' })
const figure = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

test('the system status shows while a job is active, whatever the filter shows, with 2 at once before the first event', async () => {
  let stats = statsLike({ PROCESSING: 1, COMPLETED: 1, total: 2 })
  await show([jobLike(1)], { 'GET /jobs/stats': () => stats }, '?status=completed')
  expect(panel()).not.toBeNull()
  expect(figure('Maximum per worker')).toBe('2')
  expect(figure('Running now')).toBe('–')
  // Live events are down, so the counts are asked for again.
  stats = statsLike({ COMPLETED: 2, total: 2 })
  await pass(6000)
  expect(panel()).toBeNull()
})

test('the system status follows live events of jobs that the filter leaves out', async () => {
  let stats = statsLike({ COMPLETED: 1, total: 1 })
  const api = { 'GET /jobs': () => jobPage([jobLike(1)]), 'GET /jobs/stats': () => stats }
  fakeApi(api)
  const stream = fakeStream()
  showPage(<JobsPage />, '/jobs', '/jobs?status=completed')
  await pass(0)
  expect(panel()).toBeNull()

  const update = { jobId: jobLike(2).id, status: 'PROCESSING', progress: 1, updated_at: '2026-01-01T00:00:05.000Z' }
  stats = statsLike({ PROCESSING: 1, COMPLETED: 1, total: 2 })
  stream.send('job_update', update, '1')
  stream.send('system_stats', { currentJobs: 3, queueLength: 4, maxConcurrent: 5 }, '1')
  await pass(1000)
  expect(panel()).not.toBeNull()
  expect(figure('Running now')).toBe('3')
  expect(figure('Maximum per worker')).toBe('5')

  stats = statsLike({ COMPLETED: 2, total: 2 })
  stream.send('job_update', { ...update, status: 'COMPLETED', progress: 100 }, '2')
  await pass(1000)
  expect(panel()).toBeNull()
})

test.each([
  ['PENDING', ['Cancel', 'Details', 'Edit', 'Share', 'Refresh', 'Delete'], false],
  ['DOWNLOADING', ['Cancel', 'Details', 'Edit', 'Share', 'Refresh'], true],
  ['PROCESSING', ['Cancel', 'Details', 'Edit', 'Share', 'Refresh'], true],
  ['UPLOADING', ['Cancel', 'Details', 'Edit', 'Share', 'Refresh'], true],
  ['COMPLETED', ['Show Assets', 'Edit', 'Share', 'Replace file', 'Refresh', 'Delete'], false],
  ['FAILED', ['Retry', 'Details', 'Edit', 'Replace file', 'Refresh', 'Delete'], false],
  ['CANCELLED', ['Retry', 'Details', 'Edit', 'Replace file', 'Refresh', 'Delete'], false],
] as const)('a %s job can be: %j', async (status, actions, bar) => {
  await show([jobLike(1, { status, progress: 40 })])
  const [row = document.body] = rows()
  const names = within(row)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(names).toEqual(['Visibility: Public', ...actions])
  expect(within(row).queryAllByRole('progressbar')).toHaveLength(bar ? 1 : 0)
  expect(within(row).getByRole<HTMLButtonElement>('checkbox').disabled).toBe(false)
})

test('a running job shows stage, percent, time left and each format; a waiting one its place in the queue', async () => {
  const working = jobLike(1, {
    status: 'PROCESSING',
    stage: 'Making the renditions',
    progress: 42.4,
    eta_seconds: 75,
    renditions: [{ format: '720p', progress: 60 }],
  })
  await show([working, jobLike(2, { status: 'PENDING', queue_position: 3 })])
  expect(screen.getByText('Making the renditions')).toBeDefined()
  expect(screen.getByText('42%')).toBeDefined()
  expect(screen.getByText('75 s left')).toBeDefined()
  fireEvent.click(screen.getAllByRole('button', { name: 'Details' })[0] ?? document.body)
  expect(document.querySelector('[aria-label="720p of Clip 1"]')?.getAttribute('aria-valuenow')).toBe('60')
  expect(screen.getByText('3 jobs before it in the queue')).toBeDefined()
})

test('polls active jobs every 3 s, keeps their order, and stops when they have ended', async () => {
  let first = jobLike(1, { status: 'PROCESSING', progress: 10 })
  const other = jobLike(2, { status: 'PROCESSING', progress: 90 })
  const seen = await show([first, other], {
    'GET /jobs': ({ query }) => jobPage(query?.includes('ACTIVE') ? (first.status === 'PROCESSING' ? [other, first] : []) : [first, other]),
    [`GET /jobs/${first.id}`]: () => ({ body: { success: true, job: first } }),
    [`GET /jobs/${other.id}`]: () => ({ body: { success: true, job: { ...other, status: 'FAILED', error_text: 'No space.' } } }),
  })
  const polls = () => seen.filter(({ query }) => query?.includes('ACTIVE')).length
  first = { ...first, progress: 35 }
  const before = polls()
  await pass(2900)
  expect(polls()).toBe(before)
  await pass(100)
  expect(polls()).toBe(before + 1)
  expect(screen.getByText('35%')).toBeDefined()
  expect(titles()).toEqual(['Clip 1', 'Clip 2'])

  first = { ...first, status: 'COMPLETED', progress: 100 }
  await pass(3000)
  expect(screen.getByText('Completed', { selector: 'li span' })).toBeDefined()
  expect(screen.getByText('No space.')).toBeDefined()
  expect(screen.getByText('Clip 1: Completed. Clip 2: Failed.').getAttribute('role')).toBe('status')
  const after = polls()
  await pass(30_000)
  expect(polls()).toBe(after)
})

test('does not poll when no job is active or the tab is hidden', async () => {
  const resting = await show([jobLike(1), jobLike(2, { status: 'FAILED' })])
  const calls = resting.length
  await pass(30_000)
  expect(resting).toHaveLength(calls)
  cleanup()

  const seen = await show([jobLike(3, { status: 'PROCESSING' })])
  visibility = 'hidden'
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  const before = seen.length
  await pass(30_000)
  expect(seen).toHaveLength(before)
  visibility = 'visible'
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await pass(3000)
  expect(seen.length).toBeGreaterThan(before)
})

test('an answer that was overtaken does not undo a cancellation', async () => {
  const job = jobLike(1, { status: 'PROCESSING', progress: 10 })
  await show([job], {
    [`POST /jobs/${job.id}/cancel`]: () => ({
      body: { success: true, job: { ...job, status: 'CANCELLED', updated_at: '2026-01-01T00:00:09.000Z' } },
    }),
  })
  await press('Cancel')
  await pass(3000)
  expect(screen.getByText('Cancelled', { selector: 'li span' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined()
})

test('keeps and marks data that cannot be refreshed', async () => {
  let down = false
  await show([jobLike(1)], { 'GET /jobs': () => (down ? failure(500, 'INTERNAL', 'Broken.') : jobPage([jobLike(1)])) })
  down = true
  await press('Refresh All')
  expect(screen.getByText(/This could not be refreshed/)).toBeDefined()
  expect(titles()).toEqual(['Clip 1'])
})

test('a list that fails to load says so and can be retried', async () => {
  let down = true
  await show([], { 'GET /jobs': () => (down ? failure(500, 'INTERNAL', 'Broken.') : jobPage([jobLike(1)])) })
  expect(screen.getByText('Broken.').closest('[role=alert]')).not.toBeNull()
  down = false
  await press('Try again')
  expect(titles()).toEqual(['Clip 1'])
})

test('the next page comes after the first', async () => {
  const seen = await show([], {
    'GET /jobs': ({ query }) => (query?.includes('cursor=abc') ? jobPage([jobLike(2)]) : jobPage([jobLike(1)], 'abc')),
  })
  await press('Show more')
  expect(titles()).toEqual(['Clip 1', 'Clip 2'])
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(queryOf(seen)).toMatchObject({ cursor: 'abc' })
})

test('a deletion asks first, then removes the row', async () => {
  const job = jobLike(1)
  const seen = await show([job, jobLike(2)], { [`DELETE /jobs/${job.id}`]: () => ({ body: { success: true, result: { id: job.id } } }) })
  fireEvent.click(within(rows()[0] ?? document.body).getByRole('button', { name: 'Delete' }))
  await pass(0)
  const dialog = within(screen.getByRole('alertdialog'))
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  fireEvent.click(dialog.getByRole('button', { name: 'Delete' }))
  await pass(0)
  expect(titles()).toEqual(['Clip 2'])
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('a deletion that is refused says why', async () => {
  const job = jobLike(1)
  await show([job], { [`DELETE /jobs/${job.id}`]: () => failure(409, 'CONFLICT', 'It is being worked on.') })
  await press('Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await pass(0)
  expect(screen.getByText('Delete failed: It is being worked on.').closest('[role=alert]')).not.toBeNull()
  expect(titles()).toEqual(['Clip 1'])
})

test("'Watch now' appears as soon as something of a running job can be played", async () => {
  const job = jobLike(1, { status: 'PROCESSING', progress: 3, playable: false })
  const jobs = [job, jobLike(2, { playable: true })]
  fakeApi({ 'GET /jobs': () => jobPage(jobs), 'GET /jobs/stats': () => statsLike({ total: 2 }) })
  const stream = fakeStream()
  showPage(<JobsPage />, '/jobs', '/jobs')
  await pass(0)
  expect(screen.queryByRole('link', { name: 'Watch now' })).toBeNull()
  const update = { jobId: job.id, status: 'PROCESSING', progress: 4, updated_at: '2026-01-01T00:00:01.000Z' }
  stream.send('job_update', { ...update, playable: true }, '1')
  await pass(300)
  expect(screen.getByRole('link', { name: 'Watch now' }).getAttribute('href')).toBe(`/video/${job.id}`)
})
