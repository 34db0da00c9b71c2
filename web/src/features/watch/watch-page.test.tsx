import { fireEvent, screen, within } from '@testing-library/react'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { beforeEach, expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { fakeMedia } from '../../../test-support/fake-media.ts'
import { fakeStream } from '../../../test-support/fake-stream.ts'
import { detailsLike, streamLike, videoId } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { currentToasts } from '../../ui/overlays/toast-store.ts'
import { WatchPage } from './watch-page.tsx'

const address = `/gallery/videos/${videoId(1)}`

signInBeforeEach()
beforeEach(() => {
  fakeMedia()
  vi.useFakeTimers({ now: new Date('2026-01-10T12:00:00Z') })
})
resetAfterEach()

async function show(parts: Partial<VideoDetails> | (() => VideoDetails), handlers: Parameters<typeof fakeApi>[0] = {}) {
  const seen = fakeApi({
    [`GET ${address}`]: () => ({ body: { success: true, video: typeof parts === 'function' ? parts() : detailsLike(1, parts) } }),
    [`GET ${address}/stream`]: () => streamLike(),
    ...handlers,
  })
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}`)
  await pass(0)
  return seen
}
const press = async (name: string, inside: HTMLElement = document.body) => {
  fireEvent.click(within(inside).getByRole('button', { name }))
  await pass(0)
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const lastBody = (seen: { key: string; body: unknown }[], key: string) => seen.findLast((each) => each.key === key)?.body

test('loads in its final shape', async () => {
  fakeApi({ [`GET ${address}`]: () => new Promise(() => undefined) })
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}`)
  expect(screen.getByText('Loading').closest('.sr-only')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'Video' })).toBeTruthy()
})

test.each([
  [failure(404, 'NOT_FOUND', 'It was taken down.'), 'It was taken down.'],
  [failure(404, 'NOT_FOUND', 'Video not found'), 'The video you are looking for does not exist or has been removed.'],
  [failure(404, 'NOT_FOUND', 'Not found'), 'The video you are looking for does not exist or has been removed.'],
  [{ status: 404, body: 'nothing' }, 'The video you are looking for does not exist or has been removed.'],
  [failure(400, 'INVALID_INPUT', 'Invalid id'), 'The video you are looking for does not exist or has been removed.'],
])('what is not there', async (answer, text) => {
  await show({}, { [`GET ${address}`]: () => answer })
  expect(screen.getByRole('heading', { level: 1, name: 'Video not found' })).toBeTruthy()
  expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Gallery' }).getAttribute('href')).toBe('/gallery')
  expect(document.title).toBe('Video not found · Video Forge')
})

test.each([
  [failure(503, 'DOWN', 'The database is down.'), 'The database is down.'],
  [{ status: 500, body: 'oops' }, 'Failed to load video'],
])('a failure says why and can be tried again', async (answer, text) => {
  let healthy = false
  await show({}, { [`GET ${address}`]: () => (healthy ? { body: { success: true, video: detailsLike(1) } } : answer) })
  expect(screen.getByText(text)).toBeTruthy()
  healthy = true
  await press('Try again')
  expect(screen.getByRole('heading', { level: 1, name: 'Clip 1' })).toBeTruthy()
})

test('shows everything about the video', async () => {
  await show({
    title: 'Harbour',
    description: 'At dawn',
    duration: 3725,
    videoCodec: 'h264',
    audioCodec: 'aac',
    createdAt: '2026-01-01T12:00:00.000Z',
    hasJob: true,
  })
  expect(screen.getByRole('heading', { level: 1, name: 'Harbour' })).toBeTruthy()
  expect(document.title).toBe('Harbour · Video Forge')
  expect(screen.getByText('At dawn')).toBeTruthy()
  expect(screen.getByText('Public')).toBeTruthy()
  expect(fact('Duration')).toBe('1:02:05')
  expect(fact('Resolution')).toBe('1280x720')
  expect(fact('Video codec')).toBe('h264')
  expect(fact('Audio codec')).toBe('aac')
  expect(fact('Uploaded')).toBe(new Date('2026-01-01T12:00:00Z').toLocaleDateString(undefined, { dateStyle: 'long' }))
  expect(screen.getByRole('link', { name: 'View All Formats' }).getAttribute('href')).toBe(`/jobs/${videoId(1)}`)
  expect(screen.getByRole('link', { name: 'Browse More Videos' }).getAttribute('href')).toBe('/gallery')
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/gallery')
  for (const name of ['Edit', 'Delete']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('shows a placeholder for every unknown fact', async () => {
  await show({ title: '', visibility: 'private', duration: null, resolution: null, videoCodec: null, audioCodec: null })
  expect(screen.getByRole('heading', { level: 1, name: `Video ${videoId(1)}` })).toBeTruthy()
  expect(screen.getByText('Private')).toBeTruthy()
  expect(fact('Duration')).toBe('Unknown')
  expect(fact('Resolution')).toBe('N/A')
  expect(fact('Video codec')).toBe('N/A')
  expect(fact('Audio codec')).toBe('N/A')
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('shows live progress in place of the player, then the player', async () => {
  let details = detailsLike(1, {
    status: 'processing',
    thumbnailUrl: '/frame.jpg',
    processing: true,
    progress: { status: 'PROCESSING', progress: 12, stage: 'Encoding', etaSeconds: 30 },
  })
  await show(() => details)
  expect(screen.getByText('Video is processing')).toBeTruthy()
  expect(screen.getByText('Status: processing')).toBeTruthy()
  expect(screen.getByText('12% · Encoding')).toBeTruthy()
  expect(screen.getByText('30 s left')).toBeTruthy()
  expect(document.querySelector('img[src="/frame.jpg"]')).not.toBeNull()
  expect(screen.queryByRole('region', { name: 'Player' })).toBeNull()
  details = { ...details, processing: true, progress: { status: 'PROCESSING', progress: 60, stage: null, etaSeconds: null } }
  await pass(3000)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('60')
  details = detailsLike(1)
  await pass(3000)
  expect(screen.queryByText('Video is processing')).toBeNull()
  expect(screen.getByRole('region', { name: 'Player' })).toBeTruthy()
})

test('says that other qualities are missing while the original plays, but not with every percent', async () => {
  let progress = 10
  await show(() =>
    detailsLike(1, { status: 'uploaded', processing: true, progress: { status: 'PROCESSING', progress, stage: null, etaSeconds: null } }),
  )
  const line = screen.getByText(/Other qualities/)
  expect(line.textContent).toBe('Other qualities are still being encoded: 10%. You can already watch.')
  expect(line.getAttribute('role')).toBe('status')
  progress = 55
  await pass(3000)
  expect(screen.getByText(/55%/).getAttribute('aria-live')).toBe('off')
})

test('its owner gets the player as soon as the live events say that it can be watched', async () => {
  const parts = { hasJob: true, processing: true, progress: { status: 'PROCESSING', progress: 1, stage: 'Encoding', etaSeconds: 30 } }
  let details = detailsLike(1, { status: 'processing', ...parts })
  fakeApi({ [`GET ${address}`]: () => ({ body: { success: true, video: details } }), [`GET ${address}/stream`]: () => streamLike() })
  const stream = fakeStream()
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}`)
  await pass(0)
  details = detailsLike(1, parts)
  const update = { jobId: videoId(1), status: 'PROCESSING', progress: 2, stage: 'Encoding', updated_at: '2026-01-10T12:00:00.000Z' }
  stream.send('job_update', { ...update, playable: true }, '1')
  await pass(100)
  expect(screen.getByRole('region', { name: 'Player' })).toBeTruthy()
})

test('a video that failed says so, looks no further, and leads its owner to the reason', async () => {
  const seen = await show({ status: 'failed', hasJob: true })
  expect(screen.getByText('Video is processing')).toBeTruthy()
  expect(screen.getByText('Processing failed, so there is nothing to watch.')).toBeTruthy()
  expect(screen.getByText('Status: failed')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See what went wrong' }).getAttribute('href')).toBe(`/jobs/${videoId(1)}`)
  await pass(30_000)
  expect(seen.filter(({ key }) => key === `GET ${address}`)).toHaveLength(1)
})

test('a video whose job was cancelled does not say that it failed', async () => {
  await show({ status: 'failed', jobStatus: 'CANCELLED', hasJob: true })
  expect(screen.getByText('Status: cancelled')).toBeTruthy()
  expect(screen.getByText('Processing was cancelled, so there is nothing to watch.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Show details' }).getAttribute('href')).toBe(`/jobs/${videoId(1)}`)
  expect(document.body.textContent).not.toMatch(/fail|wrong/i)
})

test("'View All Formats' is there only for whom it leads somewhere", async () => {
  await show({ hasJob: false })
  expect(screen.queryByRole('link', { name: 'View All Formats' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Browse More Videos' })).toBeTruthy()
})

test('says Loading in the picture after a moment, until the stream is known', async () => {
  let answer: () => void = () => undefined
  const known = new Promise<void>((resolve) => {
    answer = resolve
  })
  await show({}, { [`GET ${address}/stream`]: () => known.then(() => streamLike()) })
  const player = within(screen.getByRole('region', { name: 'Player' }))
  expect(player.queryByText('Loading')).toBeNull()
  await pass(300)
  expect(player.getByText('Loading').closest('.sr-only')).toBeNull()
  answer()
  await pass(0)
  expect(player.queryByText('Loading')).toBeNull()
})

test('shows its owner live progress, and the end before the next look', async () => {
  let details = detailsLike(1, {
    status: 'processing',
    hasJob: true,
    processing: true,
    progress: { status: 'PROCESSING', progress: 12, stage: 'Encoding', etaSeconds: 30 },
  })
  fakeApi({ [`GET ${address}`]: () => ({ body: { success: true, video: details } }), [`GET ${address}/stream`]: () => streamLike() })
  const stream = fakeStream()
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}`)
  await pass(0)
  const update = { jobId: videoId(1), status: 'PROCESSING', progress: 55, stage: 'Encoding', updated_at: '2026-01-10T12:00:00.000Z' }
  stream.send('job_update', update, '1')
  await pass(100)
  expect(screen.getByText('55% · Encoding')).toBeTruthy()
  details = detailsLike(1, { hasJob: true })
  stream.send('job_update', { ...update, status: 'COMPLETED', progress: 100 }, '2')
  await pass(100)
  expect(screen.getByRole('region', { name: 'Player' })).toBeTruthy()
})

test('opens no live stream for a viewer who does not own the job', async () => {
  fakeApi({
    [`GET ${address}`]: () => ({
      body: {
        success: true,
        video: detailsLike(1, {
          status: 'processing',
          processing: true,
          progress: { status: 'PENDING', progress: 0, stage: null, etaSeconds: null },
        }),
      },
    }),
  })
  const stream = fakeStream()
  showPage(<WatchPage />, '/video/:id', `/video/${videoId(1)}`)
  await pass(1000)
  expect(stream.opened).toHaveLength(0)
})

test('an upload of which nothing was made yet says so, and its owner starts it where it stands', async () => {
  const startSource = `uploads/${videoId(1)}/source.avi`
  const seen = await show(
    { status: 'processing', visibility: 'private', title: 'Old film', startSource },
    {
      'POST /jobs': () => ({
        status: 201,
        body: { success: true, job: jobLike(1, { status: 'PENDING', progress: 0, stage: 'Waiting', eta_seconds: null }) },
      }),
    },
  )
  expect(screen.getByText('Browsers cannot play this file format, and processing has not been started.')).toBeTruthy()
  await press('Start Processing')
  expect(lastBody(seen, 'POST /jobs')).toEqual({
    inputSource: startSource,
    outputFormats: ['4k', '1080p', '720p', '480p'],
    title: 'Old film',
    description: '',
    visibility: 'private',
  })
  expect(screen.getByText('0% · Waiting')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Start Processing' })).toBeNull()
})

test.each([
  [
    120,
    'Only you can watch it, and anyone you give a link to. People who are already watching may be able to continue for up to 2 minutes.',
  ],
  [null, 'Only you can watch it, and anyone you give a link to.'],
])('making a video private says what it cannot do at once: %s', async (lingerSeconds, sentence) => {
  await show({ canEdit: true, lingerSeconds })
  await press('Edit')
  expect(screen.getByText('Everyone can find and watch it.')).toBeTruthy()
  fill('Visibility', 'private')
  expect(screen.getByText(sentence)).toBeTruthy()
})

test('the owner edits title, description, visibility, and what viewers see of the statistics', async () => {
  const seen = await show(
    { canEdit: true, description: 'Old' },
    {
      [`PATCH ${address}`]: () => ({
        body: { success: true, video: detailsLike(1, { canEdit: true, title: 'New', description: 'Words', visibility: 'private' }) },
      }),
    },
  )
  await press('Edit')
  const dialog = screen.getByRole('dialog', { name: 'Edit video' })
  expect(within(dialog).getByText('6 / 100')).toBeTruthy()
  expect(within(dialog).getByText('3 / 500')).toBeTruthy()
  fill('Title', '  ')
  await press('Save', dialog)
  expect(within(dialog).getByText('Title is required')).toBeTruthy()
  expect(seen.some(({ key }) => key.startsWith('PATCH'))).toBe(false)
  fill('Title', 'New')
  fill('Description', 'Words')
  fill('Visibility', 'private')
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Show views' }))
  fireEvent.click(within(dialog).getByRole('switch', { name: 'Show most watched parts' }))
  await press('Save', dialog)
  const shown = { showViews: false, showHeat: true }
  expect(lastBody(seen, `PATCH ${address}`)).toEqual({ title: 'New', description: 'Words', visibility: 'private', ...shown })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { level: 1, name: 'New' })).toBeTruthy()
  expect(screen.getByText('Private')).toBeTruthy()
  // Its addresses ended with its old visibility.
  expect(seen.filter(({ key }) => key.endsWith('/stream'))).toHaveLength(2)
})

test('a rejected edit says why and keeps the typed values', async () => {
  await show(
    { canEdit: true },
    {
      [`PATCH ${address}`]: () =>
        failure(400, 'INVALID_INPUT', 'Invalid input', { details: [{ field: 'title', message: 'Title is too loud' }] }),
    },
  )
  await press('Edit')
  fill('Title', 'LOUD')
  await press('Save')
  expect(screen.getByText('Title is too loud')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('LOUD')
})

test('the owner deletes it after one question and lands in the gallery', async () => {
  const seen = await show({ canEdit: true }, { [`DELETE ${address}`]: () => ({ body: { success: true, result: { id: videoId(1) } } }) })
  await press('Delete')
  const dialog = screen.getByRole('alertdialog')
  expect(seen.some(({ key }) => key.startsWith('DELETE'))).toBe(false)
  await press('Delete', dialog)
  expect(currentAddress()).toBe('/gallery')
  expect(currentToasts().map(({ text }) => text)).toEqual(['The video was deleted.'])
})

test('a deletion that is refused says why', async () => {
  await show({ canEdit: true }, { [`DELETE ${address}`]: () => failure(409, 'CONFLICT', 'It is still being made.') })
  await press('Delete')
  await press('Delete', screen.getByRole('alertdialog'))
  expect(currentToasts().map(({ text }) => text)).toEqual(['Delete failed: It is still being made.'])
  expect(screen.getByRole('heading', { level: 1, name: 'Clip 1' })).toBeTruthy()
})

test('everybody can share a public video: its link and a code that frames it', async () => {
  const written: string[] = []
  vi.stubGlobal('navigator', Object.assign(navigator, { clipboard: { writeText: async (text: string) => written.push(text) } }))
  await show({})
  await press('Share')
  const dialog = screen.getByRole('dialog', { name: 'Share' })
  expect(within(dialog).getByLabelText<HTMLInputElement>('Link').value).toBe(`${window.location.origin}/video/${videoId(1)}`)
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Embed code').value).toContain(
    `<iframe src="${window.location.origin}/embed/${videoId(1)}"`,
  )
  expect(within(dialog).queryByRole('button', { name: 'Create link' })).toBeNull()
  await press('Copy link', dialog)
  expect(written).toEqual([`${window.location.origin}/video/${videoId(1)}`])
  expect(within(dialog).getByText('Copied', { selector: '[role=status]' })).toBeTruthy()
})

test('the owner makes an expiring link to a private video, sees it once, and revokes it', async () => {
  const open = { id: videoId(7), createdAt: '2026-01-10T12:00:00.000Z', expiresAt: '2026-01-11T12:00:00.000Z' }
  let links: object[] = []
  const seen = await show(
    { canEdit: true, visibility: 'private' },
    {
      [`GET ${address}/links`]: () => ({ body: { success: true, links } }),
      [`POST ${address}/links`]: () => {
        links = [open]
        return { status: 201, body: { success: true, link: { ...open, url: `http://localhost/video/${videoId(1)}?link=s3cret` } } }
      },
      [`DELETE ${address}/links/${videoId(7)}`]: () => {
        links = []
        return { body: { success: true, result: { revoked: 1 } } }
      },
    },
  )
  await press('Share')
  const dialog = screen.getByRole('dialog', { name: 'Share' })
  expect(within(dialog).getByText('No active links. Nobody else can watch this video.')).toBeTruthy()
  const choice = within(dialog).getByLabelText<HTMLSelectElement>('A link that works for')
  expect(Array.from(choice.options, ({ text }) => text)).toEqual(['1 day', '7 days', '30 days'])
  fireEvent.change(choice, { target: { value: '24' } })
  await press('Create link', dialog)
  expect(lastBody(seen, `POST ${address}/links`)).toEqual({ expiresInHours: 24 })
  expect(within(dialog).getByLabelText<HTMLInputElement>('New link').value).toBe(`http://localhost/video/${videoId(1)}?link=s3cret`)
  expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Embed code').value).toContain('?link=s3cret')
  expect(within(within(dialog).getByRole('list', { name: 'Active links' })).getAllByRole('listitem')).toHaveLength(1)
  await press('Revoke', dialog)
  expect(within(dialog).queryByRole('listitem')).toBeNull()
  expect(within(dialog).queryByLabelText('New link')).toBeNull()
})

test("'Back' leads to the gallery for visitors from another site", async () => {
  await show({})
  fireEvent.click(screen.getByRole('link', { name: 'Back' }))
  await pass(0)
  expect(currentAddress()).toBe('/gallery')
})
