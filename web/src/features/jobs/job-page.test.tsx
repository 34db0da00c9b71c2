import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { JobPage } from './job-page.tsx'

const job = jobLike(1)
const one = `GET /jobs/${job.id}`
const assets = `${one}/assets`
const video = { id: jobLike(7).id, asset_type: 'TRANSCODE_720', file_size: 3_565_158, filename: '720p.mp4', resolution: '1280x720' }
const metadata = { id: jobLike(8).id, asset_type: 'METADATA_JSON', file_size: 900, filename: 'metadata.json', resolution: null }
const download = `${assets}/${video.id}/download`
const tab = { opener: {}, location: { href: '' }, close: vi.fn() }

signInBeforeEach()
beforeEach(() => {
  tab.location.href = ''
  tab.close.mockClear()
  vi.stubGlobal('open', () => tab)
})
resetAfterEach()

function show(handlers: Parameters<typeof fakeApi>[0]) {
  fakeApi({
    [one]: () => ({ body: { success: true, job } }),
    [assets]: () => ({ body: { success: true, assets: [video, metadata] } }),
    ...handlers,
  })
  showPage(<JobPage />, '/jobs/:id', `/jobs/${job.id}`)
}
const alert = async (text: string) => expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull()

test('shows the job with its assets open', async () => {
  show({})
  await screen.findByRole('table')
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Clip 1')
  const rows = screen.getAllByRole('row').map((row) => Array.from(row.querySelectorAll('th, td'), (cell) => cell.textContent))
  expect(rows[1]).toEqual(['720p video1280x720', '1280x720', '3.4 MB', 'Copy link to 720p videoDownload 720p video'])
  expect(rows[2]?.slice(0, 3)).toEqual(['Metadata', '–', '900 B'])
})

test('a download opens in a new tab', async () => {
  show({ [download]: () => ({ body: { success: true, downloadUrl: 'https://files.example/720p.mp4', filename: '720p.mp4' } }) })
  fireEvent.click(await screen.findByRole('button', { name: 'Download 720p video' }))
  await vi.waitFor(() => expect(tab.location.href).toBe('https://files.example/720p.mp4'))
  expect(tab.opener).toBeNull()
})

test.each([
  [{ body: { success: true } }, 'Download failed: No download URL received from server'],
  [failure(404, 'NOT_FOUND', 'The file is gone.'), 'Download failed: The file is gone.'],
])('a download without an address: %#', async (answer, sentence) => {
  show({ [download]: () => answer })
  fireEvent.click(await screen.findByRole('button', { name: 'Download 720p video' }))
  await alert(sentence)
  expect(tab.close).toHaveBeenCalled()
})

test('assets that do not come say so', async () => {
  show({ [assets]: () => failure(500, 'INTERNAL', 'Broken.') })
  await alert('Failed to load assets: Broken.')
})

test.each([failure(404, 'NOT_FOUND', 'No.'), failure(400, 'INVALID_INPUT', 'No.')])('an unknown id: %#', async (answer) => {
  show({ [one]: () => answer })
  await screen.findByText('This video does not exist')
  expect(screen.getByRole('link', { name: 'Back to My Videos' }).getAttribute('href')).toBe('/jobs')
})

test('a failed job shows why, and the technical part behind a disclosure', async () => {
  show({
    [one]: () => ({
      body: {
        success: true,
        job: { ...job, status: 'FAILED', asset_count: 0, error_text: 'The file is damaged.', error_detail: 'moov atom' },
      },
    }),
  })
  await screen.findByText('The file is damaged.')
  expect(screen.getByText('moov atom').closest('details')?.open).toBe(false)
  expect(screen.queryByRole('heading', { name: 'Assets' })).toBeNull()
})

test('a file that was not replaced: why, that the old version stays, and its files', async () => {
  const error = { error_text: 'The file is damaged. The version before it stays.', error_cause: 'damaged' as const }
  show({ [one]: () => ({ body: { success: true, job: { ...job, status: 'FAILED', playable: true, ...error } } }) })
  await screen.findByText('The file was not replaced')
  expect(screen.getByText(error.error_text)).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Assets' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Replace file' })).toBeTruthy()
})

test('a replacement that was cancelled', async () => {
  show({ [one]: () => ({ body: { success: true, job: { ...job, status: 'CANCELLED', error_cause: 'cancelled' } } }) })
  await screen.findByText('Replacing the file was cancelled. The version before it stays.')
})
