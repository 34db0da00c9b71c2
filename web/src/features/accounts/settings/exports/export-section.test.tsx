import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { exportSentences } from '@video-forge/contract/rules/export-rules'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../../../test-support/page-test.ts'
import { ExportSection } from './export-section.tsx'

signInBeforeEach()
resetAfterEach()

const id = '0190a000-0000-7000-8000-000000000001'
const size = { videoCount: 12, originalBytes: 3 * 1024 ** 3, renditionBytes: 1024 ** 3 }
const exportLike = (parts: object = {}) => ({
  id,
  status: 'ready',
  hasRenditions: true,
  bytes: 4 * 1024 ** 3,
  filename: 'video-forge-ada-2026-01-01.tar',
  downloadUrl: '/exports/here/all.tar',
  createdAt: '2026-01-01T00:00:00.000Z',
  expiresAt: '2026-01-08T00:00:00.000Z',
  ...parts,
})
const listOf = (...exports: object[]) => ({ body: { success: true, exports, size } })

function show(handlers: Parameters<typeof fakeApi>[0]) {
  const seen = fakeApi(handlers)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter>
        <ExportSection />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return seen
}
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }))

test('says how large it will be, and starts with what was chosen', async () => {
  let isMade = false
  const seen = show({
    'GET /account/exports': () => (isMade ? listOf(exportLike({ status: 'preparing', downloadUrl: null, bytes: null })) : listOf()),
    'POST /account/exports': () => {
      isMade = true
      return { status: 202, body: { success: true, export: exportLike() } }
    },
  })
  await screen.findByText('12 videos, about 3.0 GB')
  fireEvent.click(screen.getByRole('checkbox', { name: /^Include the qualities/ }))
  await screen.findByText('12 videos, about 4.0 GB')
  press('Export everything')
  await screen.findByText('Being prepared')
  expect(screen.queryByRole('link', { name: /^Download/ })).toBeNull()
  expect(seen.find(({ key }) => key === 'POST /account/exports')?.body).toEqual({ renditions: true })
})

test('a ready one is downloaded, and deleted', async () => {
  let isDeleted = false
  show({
    'GET /account/exports': () => (isDeleted ? listOf() : listOf(exportLike())),
    [`DELETE /account/exports/${id}`]: () => {
      isDeleted = true
      return { body: { success: true, result: { id } } }
    },
  })
  const list = within(await screen.findByRole('list', { name: 'Your exports' }))
  const link = list.getByRole('link', { name: 'Download video-forge-ada-2026-01-01.tar' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/exports/here/all.tar', 'video-forge-ada-2026-01-01.tar'])
  expect(list.getByRole('link', { name: 'What is in it' }).getAttribute('href')).toBe(`/tasks/${id}`)
  press(/^Delete the export of/)
  await vi.waitFor(() => expect(screen.queryByRole('list', { name: 'Your exports' })).toBeNull())
  expect(document.activeElement?.textContent).toBe('Export everything')
})

test('says why one is outdated, and why another cannot be started', async () => {
  show({
    'GET /account/exports': () => listOf(exportLike({ status: 'outdated', downloadUrl: null })),
    'POST /account/exports': () => failure(409, 'CONFLICT', exportSentences.tooMany),
  })
  await screen.findByText(exportSentences.outdated)
  press('Export everything')
  expect((await screen.findByRole('alert')).textContent).toContain(exportSentences.tooMany)
})
