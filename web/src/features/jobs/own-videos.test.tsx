import { fireEvent, screen, within } from '@testing-library/react'
import type { Draft, Job } from '@video-forge/contract/jobs'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { draftLike, jobLike, jobPage, statsLike } from '../../../test-support/fake-jobs.ts'
import { fakeStream } from '../../../test-support/fake-stream.ts'
import { detailsLike } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { JobsPage } from './jobs-page.tsx'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

type Handlers = Parameters<typeof fakeApi>[0]

async function show({ jobs = [], drafts = [] }: { jobs?: Job[]; drafts?: Draft[] }, handlers: Handlers = {}, query = '') {
  const seen = fakeApi({
    'GET /jobs': () => jobPage(jobs, null, drafts),
    'GET /jobs/stats': () => statsLike({ total: jobs.length, drafts: drafts.length }),
    ...handlers,
  })
  showPage(<JobsPage />, '/jobs', `/jobs${query}`)
  await pass(0)
  return seen
}

const row = (title: string) => within(screen.getByRole('listitem', { name: title }))
const press = async (title: string, name: string | RegExp) => {
  fireEvent.click(row(title).getByRole('button', { name }))
  await pass(0)
}
/** The code of a dialog is loaded when it is opened. */
const dialog = async (name: string) => {
  await vi.waitFor(() => screen.getByRole('dialog', { name }), { timeout: 20_000 })
  return within(screen.getByRole('dialog', { name }))
}
const detailsOf = ({ id, title, visibility }: Draft | Job, parts: Parameters<typeof detailsLike>[1] = {}) =>
  detailsLike(1, { id, title, visibility, canEdit: true, ...parts })
const answer = (body: object) => () => ({ body: { success: true, ...body } })
const openMenu = async (title: string) => {
  fireEvent.keyDown(row(title).getByRole('button', { name: /^Visibility/ }), { key: 'Enter' })
  await pass(0)
}

test('a row shows duration, date and views; source and formats only under Details', async () => {
  const job = jobLike(1, { duration: 84.2, views: 1234, source_name: 'holiday.mov', output_formats: ['4k', '720p'] })
  await show({ jobs: [job, jobLike(2)] }, { [`GET /jobs/${job.id}/assets`]: answer({ assets: [] }) })
  expect(row('Clip 1').getByText('1:24')).toBeDefined()
  expect(row('Clip 1').getByText('Duration 1:24')).toBeDefined()
  expect(row('Clip 1').getByText('1,234 views')).toBeDefined()
  expect(row('Clip 2').queryByText(/view/)).toBeNull()
  expect(screen.queryByText('holiday.mov')).toBeNull()
  await press('Clip 1', 'Show Assets')
  const details = within(screen.getByRole('region', { name: 'Details of Clip 1' }))
  expect(details.getByText('holiday.mov')).toBeDefined()
  expect(details.getByText('4K, 720p')).toBeDefined()
  expect(row('Clip 1').getByRole('button', { name: 'Hide Assets' }).getAttribute('aria-expanded')).toBe('true')
})

test.each([
  ['COMPLETED', false, 'Watch'],
  ['PROCESSING', true, 'Watch now'],
  ['PROCESSING', false, undefined],
  ['FAILED', true, 'Watch'],
  ['FAILED', false, undefined],
] as const)('a %s job whose video is playable: %j leads to %j', async (status, playable, name) => {
  await show({ jobs: [jobLike(1, { status, playable })] })
  const links = row('Clip 1')
    .getAllByRole('link')
    .map((link) => link.textContent)
  expect(links.filter((text) => text?.startsWith('Watch'))).toEqual(name ? [name] : [])
})

test('drafts come before the jobs, with what their owner can do', async () => {
  await show({ drafts: [draftLike(5), draftLike(6, { playable: false })], jobs: [jobLike(1)] })
  const titles = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)
  expect(titles).toEqual(['Draft 5', 'Draft 6', 'Clip 1'])
  expect(screen.getByText('3 videos')).toBeDefined()
  const actions = (title: string) =>
    row(title)
      .getAllByRole('button')
      .map((button) => button.getAttribute('aria-label') ?? button.textContent)
  expect(actions('Draft 5')).toEqual(['Visibility: Private', 'Publish', 'Edit', 'Share', 'Delete'])
  expect(actions('Draft 6')).toEqual(['Visibility: Private', 'Publish', 'Edit', 'Delete'])
  expect(row('Draft 5').getByRole('link', { name: 'Watch' }).getAttribute('href')).toBe(`/video/${draftLike(5).id}`)
})

test('the chip of drafts appears with the first one, and shows them alone', async () => {
  const seen = await show({ drafts: [draftLike(5)], jobs: [jobLike(1)] })
  const chips = () => within(screen.getByRole('group', { name: 'Filter' })).getAllByRole('button')
  expect(chips()[0]?.textContent).toBe('All 2')
  fireEvent.click(screen.getByRole('button', { name: 'Drafts 1' }))
  await pass(0)
  expect(currentAddress()).toBe('/jobs?status=drafts')
  const query = new URLSearchParams(seen.findLast(({ key }) => key === 'GET /jobs')?.query)
  expect([query.get('drafts'), query.get('status')]).toEqual(['only', null])
})

test('nobody without drafts sees their chip, and other filters leave drafts out', async () => {
  const seen = await show({ jobs: [jobLike(1)] }, {}, '?status=failed')
  expect(screen.queryByRole('button', { name: /Drafts/ })).toBeNull()
  expect(seen.find(({ key }) => key === 'GET /jobs')?.query).toContain('drafts=none')
})

test('a draft is published with its own visibility unless another one is chosen', async () => {
  const draft = draftLike(5)
  let isPublished = false
  const made = jobLike(5, { title: 'Beach', status: 'PENDING' })
  const seen = await show(
    {},
    {
      'GET /jobs': () => (isPublished ? jobPage([made]) : jobPage([], null, [draft])),
      [`GET /gallery/videos/${draft.id}`]: answer({ video: detailsOf(draft, { startSource: draft.input_source }) }),
      'POST /jobs': () => {
        isPublished = true
        return { status: 201, body: { success: true, job: made } }
      },
    },
  )
  await press('Draft 5', 'Publish')
  const form = await dialog('Publish video')
  fireEvent.change(form.getByLabelText('Title'), { target: { value: ' ' } })
  expect(form.getByRole<HTMLButtonElement>('button', { name: 'Start Processing' }).disabled).toBe(true)
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Beach' } })
  fireEvent.click(form.getByLabelText('4K'))
  fireEvent.click(form.getByRole('button', { name: 'Start Processing' }))
  await pass(0)
  expect(seen.find(({ key }) => key === 'POST /jobs')?.body).toEqual({
    inputSource: draft.input_source,
    outputFormats: ['1080p', '720p', '480p'],
    title: 'Beach',
    description: '',
    visibility: 'private',
  })
  await pass(0)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent)).toEqual(['Beach'])
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Videos' }))
})

test('a draft that is refused says why and stays', async () => {
  const draft = draftLike(5)
  await show(
    { drafts: [draft] },
    {
      [`GET /gallery/videos/${draft.id}`]: answer({ video: detailsOf(draft, { startSource: draft.input_source }) }),
      'POST /jobs': () => failure(409, 'CONFLICT', 'Too many jobs.'),
    },
  )
  await press('Draft 5', 'Publish')
  const form = await dialog('Publish video')
  fireEvent.click(form.getByRole('button', { name: 'Start Processing' }))
  await pass(0)
  expect(form.getByText('Failed to start processing: Too many jobs.')).toBeDefined()
})

test('a draft is deleted as a video, because it has no job', async () => {
  const draft = draftLike(5)
  const seen = await show({ drafts: [draft] }, { [`DELETE /gallery/videos/${draft.id}`]: answer({ result: { id: draft.id } }) })
  await press('Draft 5', 'Delete')
  fireEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await pass(0)
  expect(seen.filter(({ key }) => key.startsWith('DELETE')).map(({ key }) => key)).toEqual([`DELETE /gallery/videos/${draft.id}`])
  expect(screen.queryByRole('listitem', { name: 'Draft 5' })).toBeNull()
})

test('a draft that is started elsewhere becomes a job in the list', async () => {
  const draft = draftLike(5)
  let isStarted = false
  const job = jobLike(5, { title: 'Draft 5', status: 'PROCESSING', progress: 5 })
  fakeApi({
    'GET /jobs': () => (isStarted ? jobPage([job]) : jobPage([], null, [draft])),
    'GET /jobs/stats': () => statsLike({ drafts: 1 }),
  })
  const stream = fakeStream()
  showPage(<JobsPage />, '/jobs', '/jobs')
  await pass(0)
  expect(row('Draft 5').getByRole('button', { name: 'Publish' })).toBeDefined()
  isStarted = true
  stream.send('job_update', { jobId: draft.id, status: 'PROCESSING', progress: 5, updated_at: '2026-01-01T00:00:05.000Z' }, '1')
  await pass(500)
  expect(row('Draft 5').getByRole('button', { name: 'Cancel' })).toBeDefined()
})

test('the visibility is changed in place, in a menu that marks the current one', async () => {
  const job = jobLike(1)
  const seen = await show(
    { jobs: [job] },
    { [`PATCH /gallery/videos/${job.id}`]: answer({ video: detailsOf(job, { visibility: 'private', lingerSeconds: 60 }) }) },
  )
  await openMenu('Clip 1')
  const choices = screen.getAllByRole('menuitemradio').map((item) => [item.textContent?.slice(0, 7), item.getAttribute('aria-checked')])
  expect(choices).toEqual([
    ['PublicE', 'true'],
    ['Private', 'false'],
  ])
  fireEvent.click(screen.getByRole('menuitemradio', { name: /^Private/ }))
  await pass(0)
  expect(seen.findLast(({ key }) => key.startsWith('PATCH'))?.body).toEqual({ visibility: 'private' })
  expect(row('Clip 1').getByRole('button', { name: 'Visibility: Private' })).toBeDefined()
  expect(screen.getByText(/"Clip 1" is private now\. People who are already watching/)).toBeDefined()
})

test('a visibility that cannot be changed stays, and says why; choosing the current one sends nothing', async () => {
  const job = jobLike(1)
  const seen = await show({ jobs: [job] }, { [`PATCH /gallery/videos/${job.id}`]: () => failure(503, 'UNAVAILABLE', 'Not now.') })
  await openMenu('Clip 1')
  fireEvent.click(screen.getByRole('menuitemradio', { name: /^Public/ }))
  await pass(0)
  expect(seen.some(({ key }) => key.startsWith('PATCH'))).toBe(false)
  await openMenu('Clip 1')
  fireEvent.click(screen.getByRole('menuitemradio', { name: /^Private/ }))
  await pass(0)
  expect(screen.getByText('The visibility was not changed: Not now.')).toBeDefined()
  expect(row('Clip 1').getByRole('button', { name: 'Visibility: Public' })).toBeDefined()
})

test('Edit opens the dialog of the video page, and the list shows what was saved', async () => {
  const job = jobLike(1)
  await show(
    { jobs: [job] },
    {
      [`GET /gallery/videos/${job.id}`]: answer({ video: detailsOf(job) }),
      [`PATCH /gallery/videos/${job.id}`]: answer({ video: detailsOf(job, { title: 'Renamed', visibility: 'private' }) }),
    },
  )
  await press('Clip 1', 'Edit')
  const form = await dialog('Edit video')
  fireEvent.change(form.getByLabelText('Title'), { target: { value: 'Renamed' } })
  fireEvent.click(form.getByRole('button', { name: 'Save' }))
  await pass(0)
  expect(row('Renamed').getByRole('button', { name: 'Visibility: Private' })).toBeDefined()
  expect(document.activeElement).toBe(row('Renamed').getByRole('button', { name: 'Edit' }))
})

test('Share opens the dialog of the video page; a video that cannot be loaded says so', async () => {
  const job = jobLike(1)
  let isDown = true
  await show(
    { jobs: [job] },
    { [`GET /gallery/videos/${job.id}`]: () => (isDown ? failure(500, 'INTERNAL', 'Broken.') : answer({ video: detailsOf(job) })()) },
  )
  await press('Clip 1', 'Share')
  expect(screen.getByText('Broken.')).toBeDefined()
  isDown = false
  await press('Clip 1', 'Share')
  const share = await dialog('Share')
  expect(share.getByLabelText<HTMLInputElement>('Link').value).toContain(`/video/${job.id}`)
})
