import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { TaskPage } from './task-page.tsx'
import { TasksPage } from './tasks-page.tsx'

signInBeforeEach()
resetAfterEach()

const id = '0190a000-0000-7000-8000-000000000001'
const videoId = '0190a000-0000-7000-8000-000000000002'
const taskLike = (parts: object = {}) => ({
  id,
  kind: 'import',
  title: 'Import from videos.example',
  status: 'running',
  counts: { total: 40, done: 12, skipped: 3, failed: 1 },
  message: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  ...parts,
})
const body = (parts: object) => ({ body: { success: true, ...parts } })
const items = [
  { source: 'https://old.example/1.mp4', status: 'done', videoId, videoTitle: 'Harbour', reason: null },
  { source: 'Lake', status: 'failed', videoId: null, videoTitle: null, reason: 'There is no such file.' },
]
const open = (answers: Parameters<typeof fakeApi>[0]) => {
  const seen = fakeApi(answers)
  showPage(<TaskPage />, '/tasks/:id', `/tasks/${id}`)
  return seen
}

test('lists tasks with how far they are', async () => {
  const ended = taskLike({
    id: videoId,
    title: 'Delete 3 videos',
    status: 'completed',
    counts: { total: 3, done: 3, skipped: 0, failed: 0 },
  })
  fakeApi({ 'GET /tasks': () => body({ tasks: [taskLike(), ended], nextCursor: null }) })
  showPage(<TasksPage />, '/tasks')
  const list = await screen.findByRole('list', { name: 'Tasks' })
  const [running, done] = within(list).getAllByRole('listitem')
  expect(running?.textContent).toContain('12 of 40 done, 3 skipped, 1 failed')
  expect(screen.getByRole('progressbar', { name: 'Progress of Import from videos.example' }).getAttribute('aria-valuenow')).toBe('40')
  expect(done?.textContent).toContain('3 of 3 done')
  expect(screen.getByRole('link', { name: 'Import from videos.example' }).getAttribute('href')).toBe(`/tasks/${id}`)
})

test('reports what happened with each item, and filters', async () => {
  const seen = open({
    [`GET /tasks/${id}`]: () => body({ task: taskLike({ status: 'completed', endedAt: '2026-01-01T00:05:00.000Z' }) }),
    [`GET /tasks/${id}/items`]: ({ query }) =>
      body({ items: items.filter(({ status }) => !query || query.includes(`status=${status}`)), nextCursor: null }),
  })
  await screen.findByText('There is no such file.')
  expect(screen.getByText('Completed with failures')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Harbour' }).getAttribute('href')).toBe(`/video/${videoId}`)
  expect(screen.getByText('https://old.example/1.mp4')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Failed 1' }))
  await expect.poll(() => within(screen.getByRole('list', { name: 'Items' })).getAllByRole('listitem')).toHaveLength(1)
  expect(seen.map(({ key }) => key)).not.toContain(`POST /tasks/${id}/cancel`)
})

test('cancels after asking, and says when that is too late', async () => {
  open({
    [`GET /tasks/${id}`]: () => body({ task: taskLike() }),
    [`GET /tasks/${id}/items`]: () => body({ items, nextCursor: null }),
    [`POST /tasks/${id}/cancel`]: () => failure(409, 'CONFLICT', 'This has ended already.'),
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  const dialog = await screen.findByRole('alertdialog')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel task' }))
  await within(dialog).findByText('This has ended already.')
})

test('says so when there is no such task', async () => {
  open({ [`GET /tasks/${id}`]: () => failure(404, 'NOT_FOUND', 'There is no such task.') })
  await screen.findByRole('heading', { name: 'Task not found' })
})
