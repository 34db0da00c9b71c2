import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import type { User } from '@video-forge/contract/accounts/accounts'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ada, fakeApi } from '../../../../test-support/fake-api.ts'
import { jobLike, jobPage, statsLike } from '../../../../test-support/fake-jobs.ts'
import { fakeStream } from '../../../../test-support/fake-stream.ts'
import { sending, uploadLike } from '../../../../test-support/fake-uploads.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../../test-support/page-test.ts'
import { LiveCacheUpdates } from '../../../jobs-view/live/live-cache-updates.tsx'
import { addUpload, changeUpload, currentUploads, removeUpload } from '../../../uploads-view/queue/upload-store.ts'
import { clientOf } from '../../query-scope.tsx'
import { ActivityChip } from './activity-chip.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()
afterEach(() => {
  for (const { id } of currentUploads()) removeUpload(id)
})

const member: User = { ...ada, groups: [...ada.groups] }
const busy = jobLike(1, { status: 'PROCESSING', progress: 40, title: 'Harbour' })
const updateOf = (parts: object) => ({ ...busy, jobId: busy.id, updated_at: '2026-01-01T00:00:05.000Z', ...parts })
const chip = () => screen.queryByRole('button', { name: /Uploads and processing$/ })

let activeJobs: (typeof busy)[] = []

async function show(user: User = member) {
  const seen = fakeApi({
    'GET /jobs': () => jobPage(activeJobs),
    'GET /jobs/stats': () => statsLike({ PROCESSING: activeJobs.length, total: 5 }),
    [`GET /jobs/${busy.id}`]: () => ({ body: { success: true, job: { ...busy, status: 'COMPLETED', progress: 100 } } }),
  })
  const stream = fakeStream()
  // A new cache for each test.
  clientOf(undefined)
  render(
    <MemoryRouter>
      <QueryClientProvider client={clientOf(user.id)}>
        <LiveCacheUpdates />
      </QueryClientProvider>
      <ActivityChip user={user} />
      <h1 tabIndex={-1}>Page</h1>
      <input aria-label="Field" />
    </MemoryRouter>,
  )
  await pass()
  return { stream, keys: () => seen.map(({ key }) => key) }
}

/** Opens the list, whose code is loaded then. */
async function openList() {
  fireEvent.click(chip() ?? document.body)
  await pass()
  return screen.getByRole('dialog', { name: 'Uploads and processing' })
}

beforeEach(() => {
  activeJobs = []
})

test('nothing is there while nothing runs, and no stream is opened', async () => {
  const { stream } = await show()
  expect(chip()).toBeNull()
  expect(stream.opened).toHaveLength(0)
})

test('somebody who only administrates has none, and nothing is asked', async () => {
  act(() => addUpload(uploadLike(1)))
  const { keys } = await show({ ...member, role: 'admin', group: 'admin', groups: ['admin'] })
  expect(chip()).toBeNull()
  expect(keys()).toEqual([])
})

test('says how many uploads run and how far they are, and what needs attention', async () => {
  await show()
  act(() => {
    addUpload(uploadLike(1, { state: sending(22) }))
    addUpload(uploadLike(2, { state: sending(100) }))
  })
  await pass()
  expect(chip()?.getAttribute('aria-label')).toBe('2 uploading · 61%. Uploads and processing')
  act(() => changeUpload('upload-2', { state: { step: 'failed', message: 'The disk is full.', canRetry: true } }))
  expect(chip()?.getAttribute('aria-label')).toBe('1 uploading · 22%, 1 failed. Uploads and processing')
  act(() => changeUpload('upload-1', { state: sending(22, 'paused') }))
  expect(chip()?.getAttribute('aria-label')).toBe('1 paused, 1 failed. Uploads and processing')
  act(() => {
    removeUpload('upload-1')
    removeUpload('upload-2')
  })
  expect(chip()).toBeNull()
})

test('shows running jobs by live updates alone, and goes when the last one has ended', async () => {
  activeJobs = [busy]
  const { stream, keys } = await show()
  expect(chip()?.getAttribute('aria-label')).toBe('1 processing. Uploads and processing')
  expect(stream.opened).toHaveLength(1)
  stream.send('job_update', updateOf({ progress: 50 }), '1')
  stream.send('system_stats', { currentJobs: 1, queueLength: 0, maxConcurrent: 2 }, '2')
  await pass(2000)
  const asked = keys().length
  await pass(20_000)
  expect(keys(), 'no polling').toHaveLength(asked)
  activeJobs = []
  stream.send('job_update', updateOf({ status: 'COMPLETED', progress: 100 }), '3')
  await pass(2000)
  expect(chip()).toBeNull()
})

test('its list has each upload and job with its state and a link', async () => {
  activeJobs = [busy]
  await show()
  act(() => {
    addUpload(uploadLike(1, { state: sending(30) }))
    addUpload(uploadLike(2, { state: { step: 'started' } }))
  })
  const dialog = await openList()
  expect(document.activeElement).toBe(dialog)
  const list = within(dialog)
  const rows = list.getAllByRole('listitem')
  expect(rows).toHaveLength(2)
  expect(
    within(rows[0] ?? document.body)
      .getByRole('link', { name: 'Clip 1' })
      .getAttribute('href'),
  ).toBe('/upload')
  expect(list.getByRole('progressbar', { name: 'Upload of clip-1.mp4' }).getAttribute('aria-valuenow')).toBe('30')
  expect(list.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(`/video/${busy.id}`)
  expect(list.getByRole('progressbar', { name: 'Progress of Harbour' }).getAttribute('aria-valuenow')).toBe('40')
})

test('an upload can be cancelled in the list, after a question', async () => {
  await show()
  act(() => addUpload(uploadLike(1, { state: sending(30) })))
  await pass()
  const list = within(await openList())
  fireEvent.click(list.getByRole('button', { name: 'Cancel clip-1.mp4' }))
  expect(document.activeElement).toBe(list.getByRole('button', { name: 'Keep' }))
  fireEvent.click(list.getByRole('button', { name: 'Keep' }))
  expect(currentUploads()).toHaveLength(1)
  fireEvent.click(list.getByRole('button', { name: 'Cancel clip-1.mp4' }))
  fireEvent.click(list.getByRole('button', { name: 'Stop and discard' }))
  expect(currentUploads()).toHaveLength(0)
  expect(chip()?.getAttribute('aria-label'), 'an open list stays').toBe('All done. Uploads and processing')
})

test('a replaced file has the title of its video and leads to its page; a failed one can be taken out', async () => {
  await show()
  const [name, video] = ['take two.mp4', busy.id]
  act(() => addUpload(uploadLike(1, { name, replaces: video, state: sending(30) })))
  await pass()
  expect(chip()?.getAttribute('aria-label')).toBe('1 uploading · 30%. Uploads and processing')
  const dialog = await openList()
  const list = within(dialog)
  expect(list.getByRole('link', { name: 'Clip 1' }).getAttribute('href')).toBe(`/video/${video}`)
  act(() => changeUpload('upload-1', { state: { step: 'failed', message: 'This is no video.', canRetry: false } }))
  expect(list.getByText('This is no video.')).toBeDefined()
  expect(list.getByText('Not replaced')).toBeDefined()
  fireEvent.click(list.getByRole('button', { name: `Remove ${name} from this list` }))
  expect(currentUploads()).toHaveLength(0)
  expect(document.activeElement).toBe(dialog)
})

test('Escape closes the list and returns to the chip', async () => {
  await show()
  act(() => addUpload(uploadLike(1, { state: sending(30) })))
  await pass()
  await openList()
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' })
  await pass()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(chip())
})

test('the list stays when a loaded page focuses its heading, and closes when somebody goes elsewhere', async () => {
  await show()
  act(() => addUpload(uploadLike(1, { state: sending(30) })))
  await pass()
  await openList()
  act(() => screen.getByRole('heading', { name: 'Page' }).focus())
  await pass()
  expect(screen.getByRole('dialog')).toBeDefined()
  act(() => screen.getByLabelText('Field').focus())
  await pass()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Field'))
})
