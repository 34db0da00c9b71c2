import { fireEvent, screen, within } from '@testing-library/react'
import type { Task } from '@video-forge/contract/tasks'
import { beforeEach, expect, test, vi } from 'vitest'
import { ada, fakeApi, storeSession } from '../../../test-support/fake-api.ts'
import { draftLike, jobLike, jobPage, statsLike } from '../../../test-support/fake-jobs.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { JobsPage } from './jobs-page.tsx'
import { TrashPage } from './trash/trash-page.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const taskLike = (parts: Partial<Task> = {}): Task => ({
  id: jobLike(90).id,
  kind: 'bulk',
  title: 'Make 312 videos private',
  status: 'running',
  counts: { total: 312, done: 100, skipped: 0, failed: 0 },
  message: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  ...parts,
})

const answer = (body: object, status = 200) => ({ status, body: { success: true, ...body } })
const jobs = [jobLike(1), jobLike(2, { status: 'PROCESSING' })]
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
const choose = async (name: string) => {
  fireEvent.keyDown(screen.getByRole('button', { name: 'Change' }), { key: 'Enter' })
  await pass(0)
  fireEvent.click(screen.getByRole('menuitem', { name }))
  await vi.waitFor(() => screen.getByRole('alertdialog'), { timeout: 20_000 })
}
const confirm = async (name: string) => {
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }))
  await pass(0)
}
const sent = (seen: { key: string; body?: unknown }[]) => seen.filter(({ key }) => key === 'POST /videos/bulk').map(({ body }) => body)

async function show(handlers: Parameters<typeof fakeApi>[0] = {}, query = '') {
  const page = jobPage(jobs, 'more', [draftLike(5)])
  const seen = fakeApi({
    'GET /jobs': () => ({ ...page, body: { ...page.body, total: 311, draftTotal: 1 } }),
    'GET /jobs/stats': () => statsLike({ total: 311, drafts: 1 }),
    'POST /videos/bulk': () => answer({ task: taskLike() }, 202),
    [`GET /tasks/${taskLike().id}`]: () => answer({ task: taskLike() }),
    ...handlers,
  })
  showPage(<JobsPage />, '/jobs', `/jobs${query}`)
  await pass(0)
  return seen
}

test('all that match are named by the filter of the list, and some by their ids', async () => {
  const seen = await show({}, '?q=harbour&visibility=public')
  fireEvent.click(screen.getByLabelText('Select Clip 1'))
  expect(screen.getByText('1 video selected')).toBeDefined()
  await choose('Make private')
  expect(screen.getByRole('alertdialog', { name: 'Make 1 video private?' })).toBeDefined()
  await confirm('Make private')
  fireEvent.click(screen.getByLabelText('Select all on this page'))
  expect(screen.getByText('3 videos selected')).toBeDefined()
  await press('Select all 312 that match')
  expect(screen.getByText('All 312 videos selected').getAttribute('role')).toBe('status')
  await choose('Make private')
  await confirm('Make private')
  const change = { action: 'visibility', visibility: 'private' }
  expect(sent(seen)).toEqual([
    { ids: [jobs[0]?.id], change },
    { filter: { q: 'harbour', visibility: 'public' }, change },
  ])
})

test('what is typed into the search goes into the address and the query', async () => {
  const seen = await show()
  fireEvent.change(screen.getByLabelText('Search title, description or tag'), { target: { value: 'sea' } })
  await pass(400)
  expect(currentAddress()).toBe('/jobs?q=sea')
  expect(seen.findLast(({ key }) => key === 'GET /jobs')?.query).toContain('q=sea')
})

test('a tag and days narrow the list and what is selected by it, until all is shown again', async () => {
  const seen = await show({}, '?tag=%23&before=someday')
  expect(seen.findLast(({ key }) => key === 'GET /jobs')?.query).not.toMatch(/tag|before/)
  fireEvent.change(screen.getByLabelText('Tag'), { target: { value: 'Köln' } })
  await pass(400)
  fireEvent.change(screen.getByLabelText('Made from'), { target: { value: '2025-01-01' } })
  await pass(400)
  fireEvent.change(screen.getByLabelText('Made before'), { target: { value: '2026-01-01' } })
  await pass(400)
  expect(seen.findLast(({ key }) => key === 'GET /jobs')?.query).toContain('tag=K%C3%B6ln&after=2025-01-01&before=2026-01-01')
  fireEvent.click(screen.getByLabelText('Select all on this page'))
  await press('Select all 312 that match')
  await choose('Make private')
  await confirm('Make private')
  const filter = { tag: 'Köln', after: '2025-01-01', before: '2026-01-01' }
  expect(sent(seen)).toEqual([{ filter, change: { action: 'visibility', visibility: 'private' } }])
})

test('on a phone, filters and check boxes are folded until they are asked for', async () => {
  await show({}, '?status=failed&visibility=public')
  const isFolded = (element: HTMLElement) => element.closest('.max-md\\:hidden') !== null
  const parts = () => [screen.getByLabelText('Sort'), screen.getByRole('group', { name: 'Filter' }), screen.getByLabelText('Select Clip 1')]
  expect([...parts(), screen.getByRole('link', { name: 'Trash' })].map(isFolded)).toEqual([true, true, true, true])
  expect(isFolded(screen.getByLabelText('Search title, description or tag'))).toBe(false)

  const filter = screen.getByRole('button', { name: 'Filter 2 active' })
  expect(filter.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(filter)
  expect(filter.getAttribute('aria-expanded')).toBe('true')
  expect(document.getElementById(filter.getAttribute('aria-controls') ?? '')?.contains(screen.getByLabelText('Sort'))).toBe(true)
  expect(parts().map(isFolded)).toEqual([false, false, true])

  await press('More')
  expect(isFolded(screen.getByRole('link', { name: 'Trash' }))).toBe(false)

  await press('Select')
  expect(isFolded(screen.getByLabelText('Select Clip 1'))).toBe(false)
  fireEvent.click(screen.getByLabelText('Select Clip 1'))
  expect(screen.getByText('1 video selected')).toBeDefined()
  await press('Done')
  // Nothing that is folded stays selected.
  expect(screen.queryByText('1 video selected')).toBeNull()
  expect(isFolded(screen.getByLabelText('Select Clip 1'))).toBe(true)
})

test('a change that lacks something cannot be started', async () => {
  const seen = await show()
  fireEvent.click(screen.getByLabelText('Select Clip 1'))
  await choose('Add tags')
  screen.getByRole('heading', { name: 'Add tags to 1 video?' })
  expect(document.activeElement).toBe(screen.getByLabelText('Tags'))
  const dialog = within(screen.getByRole('alertdialog'))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Add tags' }).disabled).toBe(true)
  fireEvent.change(dialog.getByLabelText('Tags'), { target: { value: 'Sea, north sea' } })
  await confirm('Add tags')
  expect(sent(seen)).toEqual([{ ids: [jobs[0]?.id], change: { action: 'add-tags', tags: ['Sea', 'north sea'] } }])
})

test('every playlist can be chosen, also those of the next pages', async () => {
  const playlist = (title: string) => ({ id: `id of ${title}`, title })
  const pages = new Map([
    ['?limit=100', { playlists: [playlist('First')], nextCursor: 'next' }],
    ['?limit=100&cursor=next', { playlists: [playlist('Last')], nextCursor: null }],
  ])
  const seen = await show({ 'GET /playlists': ({ query }) => answer(pages.get(query ?? '') ?? {}) })
  fireEvent.click(screen.getByLabelText('Select Clip 1'))
  await choose('Add to playlist')
  await vi.waitFor(() => screen.getByRole('option', { name: 'Last' }), { timeout: 20_000 })
  expect(screen.getAllByRole('option', { name: /First|Last/ })).toHaveLength(2)
  fireEvent.change(screen.getByLabelText('Playlist'), { target: { value: 'id of Last' } })
  await confirm('Add to playlist')
  expect(sent(seen)).toEqual([{ ids: [jobs[0]?.id], change: { action: 'add-to-playlist', playlistId: 'id of Last' } }])
})

test('a deletion shows its progress, then its result, and is undone by a task of its own', async () => {
  let task = taskLike({ title: 'Delete 2 videos', counts: { total: 2, done: 1, skipped: 0, failed: 0 } })
  const seen = await show({
    'POST /videos/bulk': () => answer({ task }, 202),
    [`GET /tasks/${task.id}`]: () => answer({ task }),
  })
  fireEvent.click(screen.getByLabelText('Select Clip 1'))
  fireEvent.click(screen.getByLabelText('Select Draft 5'))
  await press('Delete selected')
  await vi.waitFor(() => screen.getByRole('alertdialog', { name: 'Delete 2 videos?' }), { timeout: 20_000 })
  await confirm('Delete')
  const note = within(screen.getByRole('region', { name: 'Delete 2 videos' }))
  expect(note.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50')
  expect(note.getByRole('link').getAttribute('href')).toBe(`/tasks/${task.id}`)
  expect(screen.queryByText(/selected/)).toBeNull()
  const lists = () => seen.filter(({ key }) => key === 'GET /jobs').length
  const before = lists()
  task = { ...task, status: 'completed', counts: { total: 2, done: 1, skipped: 0, failed: 1 } }
  await pass(1500)
  expect(note.getByRole('status').textContent).toBe('Delete 2 videos: 1 done, 1 failed')
  expect(lists()).toBeGreaterThan(before)
  fireEvent.click(note.getByRole('button', { name: 'Undo' }))
  await pass(0)
  expect(sent(seen).at(-1)).toEqual({ task: task.id, change: { action: 'restore' } })
})

test('the deletion of one video is undone from its message', async () => {
  const [job] = jobs
  const seen = await show({
    [`DELETE /jobs/${job?.id}`]: () => answer({ result: { id: job?.id } }),
    [`POST /trash/${job?.id}/restore`]: () => answer({ result: { id: job?.id } }),
  })
  fireEvent.click(within(screen.getByRole('listitem', { name: 'Clip 1' })).getByRole('button', { name: 'Delete' }))
  await pass(0)
  await confirm('Delete')
  await press('Undo')
  expect(seen.some(({ key }) => key === `POST /trash/${job?.id}/restore`)).toBe(true)
  expect(screen.getByText('The video was restored.')).toBeDefined()
})

test('the trash shows until when a video can be restored, and who cannot do it', async () => {
  const video = {
    ...{ id: jobLike(1).id, title: 'Harbour', visibility: 'public', duration: 61, bytes: 2048, canRestore: true, owner: null },
    ...{ createdAt: '2026-01-01T12:00:00.000Z', deletedAt: '2026-02-01T12:00:00.000Z', expiresAt: '2026-03-03T12:00:00.000Z' },
  }
  const other = { ...video, id: jobLike(2).id, title: 'Land', canRestore: false }
  const seen = fakeApi({
    'GET /trash': () => answer({ videos: [video, other], total: 2, bytes: 4096, nextCursor: null }),
    [`POST /trash/${video.id}/restore`]: () => answer({ result: { id: video.id } }),
    'POST /videos/bulk': () => answer({ task: taskLike({ title: 'Delete 2 videos for good' }) }, 202),
    [`GET /tasks/${taskLike().id}`]: () => answer({ task: taskLike() }),
  })
  showPage(<TrashPage />, '/trash', '/trash')
  await pass(0)
  const row = (name: string) => within(screen.getByRole('listitem', { name }))
  expect(row('Harbour').getByText(/^1:01 · 2.*KB/)).toBeDefined()
  expect(row('Land').queryByRole('button', { name: 'Restore' })).toBeNull()
  expect(row('Land').getByText('An admin has deleted it. Only an admin can restore it.')).toBeDefined()
  fireEvent.click(row('Harbour').getByRole('button', { name: 'Restore' }))
  await pass(0)
  expect(seen.some(({ key }) => key === `POST /trash/${video.id}/restore`)).toBe(true)
  await press('Empty trash')
  await vi.waitFor(() => screen.getByRole('alertdialog', { name: 'Delete 2 videos for good?' }), { timeout: 20_000 })
  await confirm('Delete for good')
  expect(sent(seen)).toEqual([{ filter: {}, change: { action: 'erase' } }])
})

const deletedByGrace = {
  ...{ id: jobLike(1).id, title: 'Harbour', visibility: 'public', duration: 61, bytes: 2048, canRestore: true },
  ...{ createdAt: '2026-01-01T12:00:00.000Z', deletedAt: '2026-02-01T12:00:00.000Z', expiresAt: '2026-03-03T12:00:00.000Z' },
  owner: { id: jobLike(3).id, username: 'grace', email: 'grace@example.com' },
}
const trashHandlers = {
  'GET /trash': () => answer({ videos: [deletedByGrace], total: 1, bytes: 2048, nextCursor: null }),
  'POST /videos/bulk': () => answer({ task: taskLike() }, 202),
  [`GET /tasks/${taskLike().id}`]: () => answer({ task: taskLike() }),
}
const trashQueries = (seen: { key: string; query: string | undefined }[]) =>
  seen.filter(({ key }) => key === 'GET /trash').map(({ query }) => query)

test('only admins can ask for the trash of everybody', async () => {
  const seen = fakeApi(trashHandlers)
  showPage(<TrashPage />, '/trash', '/trash?of=everybody')
  await pass(0)
  expect(screen.queryByRole('group', { name: 'Whose videos' })).toBeNull()
  expect(trashQueries(seen)).toEqual([undefined])
})

test('admins see, search and restore what others have deleted', async () => {
  storeSession('2', { ...ada, role: 'admin', group: 'admin', groups: ['admin'] })
  const seen = fakeApi(trashHandlers)
  showPage(<TrashPage />, '/trash', '/trash')
  await pass(0)
  expect(trashQueries(seen)).toEqual([undefined])
  await press("Everybody's")
  expect([currentAddress(), trashQueries(seen).at(-1)]).toEqual(['/trash?of=everybody', '?everyone=true'])
  expect(screen.getByText('grace@example.com')).toBeDefined()
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'grace ' } })
  await pass(300)
  expect(trashQueries(seen).at(-1)).toBe('?everyone=true&search=grace')
  await press('Restore all')
  await vi.waitFor(() => screen.getByRole('alertdialog'), { timeout: 20_000 })
  expect(screen.getByText(/These are videos of everybody, not only yours\.$/)).toBeDefined()
  await confirm('Restore')
  expect(sent(seen)).toEqual([{ filter: { everyone: true, search: 'grace' }, change: { action: 'restore' } }])
})
