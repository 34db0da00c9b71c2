import { fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike, jobPage, statsLike } from '../../../test-support/fake-jobs.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { useHandedFiles } from '../../jobs-view/handed-files.ts'
import { DashboardPage } from './dashboard-page.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

const type = (value: string) => fireEvent.change(screen.getByLabelText('Video Source'), { target: { value } })
const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(0)
}
const planCard = () => within(screen.getByRole('region', { name: 'What will happen' }))

const plan = {
  formats: [
    { format: '1080p', action: 'skip', reason: 'The source is 720p.', resolution: null, expectedSeconds: 0, expectedBytes: 0 },
    { format: '720p', action: 'copy', reason: 'Already right.', resolution: '1280x720', expectedSeconds: 1, expectedBytes: 2_097_152 },
    { format: '480p', action: 'encode', reason: 'Made smaller.', resolution: '854x480', expectedSeconds: 130, expectedBytes: 1_048_576 },
  ],
  notes: ['The file has 2 picture tracks; one of them is used.'],
  expectedSeconds: 131,
  expectedBytes: 3_145_728,
}
const reads = { 'GET /jobs': () => jobPage([]), 'GET /jobs/stats': () => statsLike() }
const keysOf = (seen: { key: string }[]) => seen.map(({ key }) => key)

async function show(handlers: Parameters<typeof fakeApi>[0] = {}, state?: object) {
  const seen = fakeApi({ ...reads, ...handlers })
  showPage(<DashboardPage />, '/', state ? { pathname: '/', state } : '/')
  await pass(0)
  return seen
}

test.each([
  ['', 'Video URL is required'],
  ['ftp://example.com/a.mp4', 'Please enter a valid URL or use "local-sample.mp4" for testing'],
])('the source %j is refused before anything is sent', async (source, sentence) => {
  const seen = await show()
  type(source)
  await press('Create Job')
  expect(screen.getByRole('form').querySelector('[role=alert]')?.textContent).toBe(sentence)
  expect(document.activeElement).toBe(screen.getByLabelText('Video Source'))
  expect(keysOf(seen)).not.toContain('POST /jobs')
})

test('a job needs a format, and 720p is the one that is chosen at first', async () => {
  const seen = await show()
  const checked = screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'))
  expect(checked).toEqual(['false', 'false', 'true', 'false'])
  type('local-sample.mp4')
  fireEvent.click(screen.getByLabelText('720p'))
  await press('Create Job')
  expect(screen.getByText('At least one output format is required').getAttribute('role')).toBe('alert')
  expect(document.activeElement).toBe(screen.getByLabelText('4K'))
  expect(keysOf(seen)).not.toContain('POST /jobs')
})

test('sends a job as filled in, shows a toast, and clears the form', async () => {
  let made = false
  const seen = await show({
    'GET /jobs': () => jobPage(made ? [jobLike(1, { title: 'Fresh' })] : []),
    'POST /jobs': () => {
      made = true
      return { status: 201, body: { success: true, job: jobLike(1, { title: 'Fresh', status: 'PENDING' }) } }
    },
  })
  type(' https://example.com/a.mp4 ')
  fireEvent.click(screen.getByLabelText('4K'))
  fireEvent.change(screen.getByLabelText('Visibility'), { target: { value: 'private' } })
  await press('Create Job')
  expect(seen.find(({ key }) => key === 'POST /jobs')?.body).toEqual({
    inputSource: 'https://example.com/a.mp4',
    outputFormats: ['4k', '720p'],
    visibility: 'private',
  })
  await pass(0)
  expect(screen.getByLabelText<HTMLInputElement>('Video Source').value).toBe('')
  expect(screen.getByLabelText('4K').getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText('"Fresh" was queued.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Fresh' })).toBeDefined()
})

test('shows a rejection in the page and keeps the typed values', async () => {
  await show({ 'POST /jobs': () => failure(409, 'CONFLICT', 'Too many jobs.') })
  type('local-sample.mp4')
  await press('Create Job')
  expect(screen.getByText('Failed to create job: Too many jobs.').closest('[role=alert]')).not.toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Video Source').value).toBe('local-sample.mp4')
})

test('a chosen stock video is filled in', async () => {
  await show({}, { videoUrl: 'https://stock.example/1.mp4' })
  expect(screen.getByLabelText<HTMLInputElement>('Video Source').value).toBe('https://stock.example/1.mp4')
})

test('requests the plan after a pause in typing, and shows it per format', async () => {
  const seen = await show({ 'POST /jobs/plan': () => ({ body: { success: true, plan } }) })
  fireEvent.click(screen.getByLabelText('1080p'))
  fireEvent.click(screen.getByLabelText('480p'))
  type('https://example.com/a.mp')
  await pass(400)
  type('https://example.com/a.mp4')
  await pass(400)
  expect(planCard().getByText('Analysing the source…')).toBeDefined()
  expect(keysOf(seen)).not.toContain('POST /jobs/plan')
  await pass(300)
  const asked = seen.filter(({ key }) => key === 'POST /jobs/plan')
  expect(asked.map(({ body }) => body)).toEqual([{ inputSource: 'https://example.com/a.mp4', outputFormats: ['1080p', '720p', '480p'] }])
  expect(
    planCard()
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    '4KNot chosen',
    '1080pSkippedThe source is 720p.',
    '720pCopy1280x720about 1 s, 2.0 MBAlready right.',
    '480pEncode854x480about 2 min, 1.0 MBMade smaller.',
  ])
  expect(planCard().getByText('In total about 2 min, 3.0 MB')).toBeDefined()
  expect(planCard().getByText(/2 picture tracks/)).toBeDefined()
})

test('requests no plan for an invalid source', async () => {
  const seen = await show()
  type('nonsense')
  await pass(5000)
  expect(keysOf(seen)).not.toContain('POST /jobs/plan')
  expect(planCard().getByText(/^Enter a source/)).toBeDefined()
})

test('a rejected source says why; a failed request can be retried', async () => {
  let answer = failure(400, 'INVALID_SOURCE', 'The file is not a video.')
  await show({ 'POST /jobs/plan': () => answer })
  type('https://example.com/a.txt')
  await pass(700)
  expect(planCard().getByText('The file is not a video.')).toBeDefined()
  expect(planCard().queryByRole('button')).toBeNull()
  answer = failure(503, 'UNAVAILABLE', 'Not now.')
  type('https://example.com/b.mp4')
  await pass(700)
  expect(planCard().getByText('Not now.')).toBeDefined()
  answer = { body: { success: true, plan } }
  await press('Try again')
  expect(planCard().getByText('Copy')).toBeDefined()
})

test('the tiles count and lead to the list of just those', async () => {
  await show({ 'GET /jobs/stats': () => statsLike({ PENDING: 1, PROCESSING: 2, COMPLETED: 5, FAILED: 3, CANCELLED: 4, total: 15 }) })
  const tiles = within(screen.getByRole('region', { name: 'Your videos by status' })).getAllByRole('link')
  expect(tiles.map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
    ['All15', '/jobs'],
    ['Processing2', '/jobs?status=processing'],
    ['Completed5', '/jobs?status=completed'],
    ['Failed3', '/jobs?status=failed'],
    ['Pending1', '/jobs?status=pending'],
    ['Cancelled4', '/jobs?status=cancelled'],
  ])
})

test('a status that no video has gets no tile, and drafts get theirs', async () => {
  await show({ 'GET /jobs/stats': () => statsLike({ COMPLETED: 1, total: 1, drafts: 2 }) })
  const tiles = within(screen.getByRole('region', { name: 'Your videos by status' })).getAllByRole('link')
  expect(tiles.map((tile) => [tile.textContent, tile.getAttribute('href')])).toEqual([
    ['All3', '/jobs'],
    ['Completed1', '/jobs?status=completed'],
    ['Drafts2', '/jobs?status=drafts'],
  ])
})

test('somebody without videos sees how to begin, and no zeros in a row', async () => {
  await show()
  const stats = within(screen.getByRole('region', { name: 'Your videos by status' }))
  expect(stats.getByText('0 videos so far')).toBeDefined()
  expect(stats.queryAllByRole('link')).toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Browse files' })).toBeDefined()
  expect(screen.queryByRole('region', { name: 'What will happen' })).toBeNull()
})

test("'Try the sample' starts a private job with the built-in video, whatever the form says", async () => {
  const seen = await show({
    'POST /jobs': () => ({ status: 201, body: { success: true, job: jobLike(1, { title: 'Local sample', status: 'PENDING' }) } }),
  })
  type('https://example.com/a.mp4')
  await press('Try the sample')
  expect(seen.find(({ key }) => key === 'POST /jobs')?.body).toEqual({
    inputSource: 'local-sample.mp4',
    outputFormats: ['720p'],
    visibility: 'private',
  })
  expect(screen.getByText('"Local sample" was queued.')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Video Source').value).toBe('https://example.com/a.mp4')
})

test('a sample that is refused says why', async () => {
  await show({ 'POST /jobs': () => failure(409, 'CONFLICT', 'Too many jobs.') })
  await press('Try the sample')
  expect(screen.getByText('Failed to create job: Too many jobs.')).toBeDefined()
})

test('a chosen file leads to the upload page, which gets it once', async () => {
  const file = new File(['x'], 'beach.mp4', { type: 'video/mp4' })
  await show()
  fireEvent.change(screen.getByLabelText('Video file'), { target: { files: [file] } })
  await pass(0)
  expect(currentAddress()).toBe('/upload')
  const got: (readonly File[])[] = []
  const Receiver = ({ isReady }: { isReady: boolean }) => {
    useHandedFiles(isReady, (files) => got.push(files))
    return null
  }
  const { rerender } = render(<Receiver isReady={false} />)
  expect(got).toEqual([])
  rerender(<Receiver isReady />)
  render(<Receiver isReady />)
  expect(got).toEqual([[file]])
})

test('the plan and the main button follow the source', async () => {
  await show()
  const isPrimary = (name: string) => screen.getByRole('button', { name }).className.includes('bg-action')
  expect([isPrimary('Browse files'), isPrimary('Create Job')]).toEqual([true, false])
  type('https://example.com/a.mp4')
  expect([isPrimary('Browse files'), isPrimary('Create Job')]).toEqual([false, true])
  expect(planCard()).toBeDefined()
})

test('a recent job that can be watched already leads to its video', async () => {
  const job = jobLike(1, { status: 'PROCESSING', progress: 3, playable: true })
  await show({ 'GET /jobs': () => jobPage([job, jobLike(2, { status: 'PENDING' })]) })
  const links = screen.getAllByRole('link', { name: 'Watch now' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([`/video/${job.id}`])
})
