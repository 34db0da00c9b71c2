import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ada, failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { FakeRequest, FakeTus, fakeTransfers } from '../../../test-support/fake-transfer.ts'
import { fileOf, megabyte, nextRequest as put } from '../../../test-support/fake-uploads.ts'
import { videoLike } from '../../../test-support/fake-videos.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { endSession } from '../../session/session-store.ts'
import { currentToasts, dismissToast } from '../../ui/overlays/toast-store.ts'
import { finishUploads } from '../../uploads-view/queue/upload-control.ts'
import { currentUploads } from '../../uploads-view/queue/upload-store.ts'
import { UploadPage } from './upload-page.tsx'

vi.mock('tus-js-client', () => ({ Upload: FakeTus }))

const id = '0190a000-0000-7000-8000-0000000000aa'
const s3Key = `uploads/${id}/original.mp4`

signInBeforeEach()
beforeEach(() => {
  fakeTransfers()
})
afterEach(() => {
  cleanup()
  act(finishUploads)
  for (const toast of currentToasts()) dismissToast(toast.id)
  vi.unstubAllGlobals()
})

const video = videoLike(0, { id, title: 'holiday', visibility: 'private', status: 'uploaded', thumbnailUrl: null })
const metadata = { duration: 84, resolution: '1280x720' }
const plan = { formats: [], notes: [], expectedSeconds: 10, expectedBytes: 1000 }
const stream = { success: true, streamUrl: '/media/original.mp4', hlsUrl: null, stream: {}, qualities: [], expiresAt: null }

const server = (parts: Parameters<typeof fakeApi>[0] = {}): Parameters<typeof fakeApi>[0] => ({
  'GET /upload/limits': () => ({ body: { success: true, maxBytes: 524_288_000, types: [] } }),
  'POST /upload/generate-url': () => ({
    body: { success: true, uploadUrl: '/put/here', s3Key, expiresAt: '2100-01-01T00:00:00.000Z', resumableUrl: '/tus/here' },
  }),
  'POST /metadata/extract': () => ({ body: { success: true, metadata } }),
  'POST /upload/confirm': () => ({ status: 201, body: { success: true, video } }),
  'POST /jobs/plan': () => ({ body: { success: true, plan } }),
  [`GET /gallery/videos/${id}/stream`]: () => ({ body: stream }),
  [`DELETE /upload/${id}`]: () => ({ body: { success: true, result: { id } } }),
  ...parts,
})

function open(parts: Parameters<typeof fakeApi>[0] = {}) {
  const seen = fakeApi(server(parts))
  showPage(<UploadPage />, '/upload')
  return seen
}
const picker = () => screen.getByLabelText<HTMLInputElement>('Video file')
const choose = (file: File) => act(async () => void fireEvent.change(picker(), { target: { files: [file] } }))
const tus = (count = 1) =>
  waitFor(() => (FakeTus.all.length >= count ? FakeTus.all.at(-1) : undefined) ?? Promise.reject(new Error('no tus')))
const start = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start Processing' })
const keysOf = (seen: { key: string }[]) => seen.map(({ key }) => key)
const bodyOf = (seen: { key: string; body: unknown }[], key: string) => seen.find((call) => call.key === key)?.body
const records = () => Object.keys(localStorage).filter((key) => key.startsWith(`video_forge_upload_${ada.id}_`))
const wordOfAlert = () => screen.getAllByRole('alert').map((alert) => alert.textContent)

/** A file that is all there. */
async function upload(file = fileOf(), parts: Parameters<typeof fakeApi>[0] = {}) {
  const seen = open(parts)
  await choose(file)
  const request = await put()
  await act(async () => request.answer(200))
  await screen.findByText('Uploaded')
  return seen
}

test('shows the accepted files and the five steps', () => {
  open()
  expect(screen.getByRole('heading', { level: 1, name: 'Upload & Share Video' })).toBeDefined()
  expect(screen.getByText('MP4, MOV, AVI, MKV or WebM, up to 500 MB')).toBeDefined()
  const steps = screen.getByRole('region', { name: 'How It Works' })
  expect(within(steps).getAllByRole('listitem')).toHaveLength(5)
})

test.each([
  ['notes.txt', 'text/plain', 5, 'Please select a valid video file (MP4, MOV, or AVI)'],
  ['clip.flv', 'video/x-flv', 5, 'Please select a valid video file (MP4, MOV, or AVI)'],
  ['clip.mp4', 'video/mp4', 524_288_001, 'File size must be less than 500MB'],
])('%s is refused before anything is sent', async (name, type, size, sentence) => {
  const seen = open()
  await choose(fileOf(name, type, size))
  expect(wordOfAlert()).toContain(sentence)
  expect(keysOf(seen)).not.toContain('POST /upload/generate-url')
})

test('exactly the limit is taken', async () => {
  const seen = open()
  await choose(fileOf('clip.mp4', 'video/mp4', 524_288_000))
  await tus()
  expect(bodyOf(seen, 'POST /upload/generate-url')).toEqual({ filename: 'clip.mp4', contentType: 'video/mp4', size: 524_288_000 })
})

test('a site with a limit of its own says that one', async () => {
  open({ 'GET /upload/limits': () => ({ body: { success: true, maxBytes: 10 * megabyte, types: [] } }) })
  expect(await screen.findByText('MP4, MOV, AVI, MKV or WebM, up to 10.0 MB')).toBeDefined()
  await choose(fileOf('clip.mp4', 'video/mp4', 10 * megabyte + 1))
  expect(wordOfAlert()).toContain('File size must be less than 10MB')
})

test('the calls are made as they are written: address, PUT, metadata, confirmation; then the draft gets a picture', async () => {
  const seen = open({ [`POST /gallery/videos/${id}/thumbnail`]: () => ({ body: { success: true, video } }) })
  const file = fileOf('holiday.mov', 'video/quicktime')
  await choose(file)
  const request = await put()
  expect(request).toMatchObject({ method: 'PUT', url: '/put/here', headers: { 'Content-Type': 'video/quicktime' } })
  expect(request.body).toBe(file)
  expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('0')
  await act(async () => request.progress(megabyte))
  expect(screen.getByText('100%')).toBeDefined()
  await act(async () => request.answer(200))
  await screen.findByText('Uploaded')
  expect(keysOf(seen).filter((key) => key.startsWith('POST') && key !== 'POST /jobs/plan')).toEqual([
    'POST /upload/generate-url',
    'POST /metadata/extract',
    'POST /upload/confirm',
    `POST /gallery/videos/${id}/thumbnail`,
  ])
  // No frame was taken here, so the server takes one.
  expect(seen.find(({ key }) => key.endsWith('/thumbnail'))).toMatchObject({ query: '?placeholder=true', body: { time: 1 } })
  expect(bodyOf(seen, 'POST /upload/generate-url')).toEqual({ filename: 'holiday.mov', contentType: 'video/quicktime', size: megabyte })
  expect(bodyOf(seen, 'POST /metadata/extract')).toEqual({ s3Key })
  expect(bodyOf(seen, 'POST /upload/confirm')).toEqual({ s3Key, title: 'holiday', description: '', visibility: 'private', metadata })
})

test('continues without metadata', async () => {
  const seen = await upload(fileOf(), { 'POST /metadata/extract': () => failure(500, 'INTERNAL', 'No.') })
  expect(bodyOf(seen, 'POST /upload/confirm')).toEqual({ s3Key, title: 'holiday', description: '', visibility: 'private' })
})

test('details can be written while bytes travel; starting waits for the upload', async () => {
  open()
  await choose(fileOf('My holiday.final.mp4'))
  const request = await put()
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'My holiday.final.mp4' }))
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('My holiday.final')
  expect(screen.getByText('16 / 100')).toBeDefined()
  expect(screen.getByText('0 / 500')).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Visibility').value).toBe('public')
  expect(screen.getAllByRole('checkbox').map((box) => box.getAttribute('aria-checked'))).toEqual(['true', 'true', 'true', 'true'])
  await userEvent.type(screen.getByLabelText('Description'), 'By the sea')
  expect(screen.getByText('10 / 500')).toBeDefined()
  expect(start().disabled).toBe(true)
  await act(async () => request.answer(200))
  await screen.findByText('Uploaded')
  expect(start().disabled).toBe(false)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('By the sea')
  expect(screen.getByLabelText<HTMLInputElement>('Title').maxLength).toBe(100)
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').maxLength).toBe(500)
})

test('it needs a title and a format', async () => {
  await upload()
  await userEvent.clear(screen.getByLabelText('Title'))
  await userEvent.type(screen.getByLabelText('Title'), '  ')
  expect(start().disabled).toBe(true)
  await userEvent.type(screen.getByLabelText('Title'), 'x')
  expect(start().disabled).toBe(false)
  for (const format of ['4K', '1080p', '720p', '480p']) await userEvent.click(screen.getByLabelText(format))
  expect(wordOfAlert()).toContain('Please select at least one output format')
  expect(start().disabled).toBe(true)
})

test('an uploaded video plays at once, and its plan is requested by its key', async () => {
  const seen = await upload()
  await waitFor(() => expect(screen.getByLabelText<HTMLVideoElement>('The uploaded video').src).toContain('/media/original.mp4'))
  expect(seen.find(({ key }) => key.endsWith('/stream'))?.query).toBe('?quality=original')
  expect(screen.getByRole('link', { name: 'Watch now' }).getAttribute('href')).toBe(`/video/${id}`)
  await waitFor(() => expect(bodyOf(seen, 'POST /jobs/plan')).toMatchObject({ inputSource: s3Key }))
  expect(await screen.findByText(/^In total about 10 s/)).toBeDefined()
})

test('a file that browsers cannot play says so and has no player', async () => {
  await upload(fileOf('old.avi', 'video/x-msvideo'), {
    'POST /upload/confirm': () => ({ status: 201, body: { success: true, video: { ...video, status: 'processing' } } }),
  })
  expect(screen.getByText(/^Browsers cannot play/)).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Watch now' })).toBeNull()
})

test('Start Processing sends it all, says so as an alert, and goes to the gallery', async () => {
  const seen = await upload(fileOf(), { 'POST /jobs': () => ({ status: 201, body: { success: true, job: jobLike(1) } }) })
  await userEvent.type(screen.getByLabelText('Description'), ' Sun ')
  await userEvent.selectOptions(screen.getByLabelText('Visibility'), 'private')
  await userEvent.click(screen.getByLabelText('4K'))
  await userEvent.click(start())
  await waitFor(() => expect(currentAddress()).toBe('/gallery'))
  expect(bodyOf(seen, 'POST /jobs')).toEqual({
    inputSource: s3Key,
    outputFormats: ['1080p', '720p', '480p'],
    visibility: 'private',
    title: 'holiday',
    description: 'Sun',
  })
  expect(wordOfAlert()).toContain('Video uploaded and processing started! Redirecting to gallery...')
  expect(records()).toEqual([])
})

test.each([
  ['a refusal', () => failure(409, 'CONFLICT', 'Too many jobs.'), 'Failed to start processing: Too many jobs.'],
  ['no answer', () => Promise.reject(new TypeError('gone')), 'Error: Network error - no response received'],
])('%s stands in the page and everything stays', async (_name, answer, sentence) => {
  await upload(fileOf(), { 'POST /jobs': answer })
  await userEvent.click(start())
  await waitFor(() => expect(wordOfAlert()).toContain(sentence))
  expect(currentAddress()).toBe('/upload')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('holiday')
})

test('Upload Another clears the upload, the title and the description', async () => {
  await upload()
  await userEvent.type(screen.getByLabelText('Description'), 'Sun')
  await userEvent.click(screen.getByRole('button', { name: 'Upload Another' }))
  expect(screen.getByText('Drop a video here')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Browse files' }))
  expect(records()).toEqual([])
  await choose(fileOf('second.mp4'))
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('second'))
  expect(screen.getByLabelText<HTMLTextAreaElement>('Description').value).toBe('')
})

test.each([
  [{ message: 'The file is too large.', error: 'x', code: 'TOO_LARGE' }, 413, 'The file is too large.'],
  ['<h1>Bad gateway</h1>', 502, 'HTTP 502 Error'],
])('an upload that fails says why: %j', async (body, status, sentence) => {
  open()
  await choose(fileOf())
  const request = await put()
  await act(async () => request.answer(status, body))
  await waitFor(() => expect(wordOfAlert()).toContain(sentence))
})

test('a failure without a message shows the default sentence', async () => {
  const originalSend = FakeRequest.prototype.send
  FakeRequest.prototype.send = () => {
    throw new Error('')
  }
  open()
  await choose(fileOf())
  await waitFor(() => expect(wordOfAlert()).toContain('Upload failed'))
  FakeRequest.prototype.send = originalSend
})

test('a file that turns out to be no video is given back, and another can be chosen', async () => {
  const seen = open({ 'POST /upload/confirm': () => failure(415, 'WRONG_TYPE', 'This is not a video.') })
  await choose(fileOf())
  const request = await put()
  await act(async () => request.answer(200))
  await waitFor(() => expect(wordOfAlert()).toContain('This is not a video.'))
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  await waitFor(() => expect(keysOf(seen)).toContain(`DELETE /upload/${id}`))
  expect(records()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Choose another file' }))
  expect(screen.getByText('Drop a video here')).toBeDefined()
})

test('a full storage can be tried again once there is space', async () => {
  let isFull = true
  open({
    'POST /upload/generate-url': (call) => {
      if (isFull) return failure(409, 'QUOTA_REACHED', 'This file does not fit into your storage.')
      return server()['POST /upload/generate-url']?.(call) ?? {}
    },
  })
  await choose(fileOf())
  await waitFor(() => expect(wordOfAlert()).toContain('This file does not fit into your storage.'))
  isFull = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect((await put()).method).toBe('PUT')
})

test('an upload that cannot even begin waits for the network', async () => {
  let isOnline = false
  open({
    'POST /upload/generate-url': (call) => {
      if (!isOnline) throw new TypeError('Failed to fetch')
      return server()['POST /upload/generate-url']?.(call) ?? {}
    },
  })
  await choose(fileOf())
  expect(await screen.findByText('Waiting for the network')).toBeDefined()
  isOnline = true
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect((await put()).method).toBe('PUT')
})

test('the same file chosen again does not resume the upload that is running', async () => {
  open()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  await tus()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  expect(FakeTus.all).toHaveLength(1)
  expect(screen.getByRole('heading', { name: 'large.mp4' })).toBeDefined()
})

test('a confirmation that got no answer is tried again without sending the file again', async () => {
  let answers = false
  open({
    'POST /upload/confirm': () => (answers ? { status: 201, body: { success: true, video } } : failure(503, 'UNAVAILABLE', 'Not now.')),
  })
  await choose(fileOf())
  const request = await put()
  await act(async () => request.answer(200))
  await waitFor(() => expect(wordOfAlert()).toContain('Not now.'))
  answers = true
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Uploaded')
  expect(FakeRequest.all).toHaveLength(1)
  expect(FakeTus.all).toHaveLength(0)
})

test('files over 64 MB are sent in chunks, without a token', async () => {
  open()
  await choose(fileOf('large.mp4', 'video/mp4', 64 * megabyte + 1))
  const upload = await tus()
  expect(upload.options.uploadUrl).toBe('/tus/here')
  expect(upload.options.headers).toBeUndefined()
  expect(FakeRequest.all).toHaveLength(0)
  await act(async () => upload.progress(32 * megabyte))
  await act(async () => upload.arrive())
  await screen.findByText('Uploaded')
})

test('64 MB sharp go in one PUT', async () => {
  open()
  await choose(fileOf('large.mp4', 'video/mp4', 64 * megabyte))
  expect((await put()).method).toBe('PUT')
})

test('an interrupted PUT resumes in chunks, and waits for the network', async () => {
  open()
  await choose(fileOf())
  const request = await put()
  await act(async () => request.progress(megabyte / 2))
  await act(async () => request.breakOff())
  const first = await tus()
  await act(async () => first.fail())
  expect(await screen.findByText('Waiting for the network')).toBeDefined()
  await act(async () => void window.dispatchEvent(new Event('online')))
  const second = await tus(2)
  await act(async () => second.arrive())
  await screen.findByText('Uploaded')
})

test('what the server has forgotten is sent anew', async () => {
  const seen = open()
  await choose(fileOf('large.mp4', 'video/mp4', 65 * megabyte))
  await act(async () => (await tus()).fail(404))
  const second = await tus(2)
  await act(async () => second.arrive())
  await screen.findByText('Uploaded')
  expect(keysOf(seen).filter((key) => key === 'POST /upload/generate-url')).toHaveLength(2)
})

test('it can be paused, resumed and cancelled', async () => {
  const seen = open()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  const first = await tus()
  await act(async () => first.progress(50 * megabyte))
  await userEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(first.isAborted).toBe(true)
  expect(screen.getByText('Paused')).toBeDefined()
  expect(screen.getByText('50%')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  await tus(2)
  expect(screen.getByText('Uploading')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop and discard' }))
  expect(screen.getByText('Drop a video here')).toBeDefined()
  await waitFor(() => expect(keysOf(seen)).toContain(`DELETE /upload/${id}`))
  expect(records()).toEqual([])
})

test('speed and time left are shown once they are known', async () => {
  open()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  const upload = await tus()
  const now = vi.spyOn(Date, 'now')
  const base = Date.now()
  for (const second of [0, 1, 2]) {
    now.mockReturnValue(base + second * 1000)
    await act(async () => upload.progress((10 + second * 10) * megabyte))
  }
  now.mockRestore()
  expect(screen.getByText('10.0 MB/s, 7 s left')).toBeDefined()
})

test('the upload continues on another page, and its end is announced there', async () => {
  open()
  await choose(fileOf())
  const request = await put()
  await userEvent.type(screen.getByLabelText('Title'), '!')
  cleanup()
  await act(async () => request.answer(200))
  await waitFor(() => expect(currentToasts().map(({ text }) => text)).toEqual(['"holiday.mp4" is uploaded. Open Upload to finish it.']))
  showPage(<UploadPage />, '/upload')
  expect(screen.getByText('Uploaded')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('holiday!')
})

test('closing the tab asks first, only while uploading', async () => {
  const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  open()
  expect(leaves()).toBe(true)
  await choose(fileOf())
  const request = await put()
  expect(leaves()).toBe(false)
  cleanup()
  expect(leaves(), 'on another page').toBe(false)
  showPage(<UploadPage />, '/upload')
  await act(async () => request.answer(200))
  await screen.findByText('Uploaded')
  expect(leaves()).toBe(true)
})

test('signing out clears the upload', async () => {
  open()
  await choose(fileOf())
  const request = await put()
  await act(async () => endSession())
  expect(request.isAborted).toBe(true)
  expect(screen.getByText('Drop a video here')).toBeDefined()
})

test('a file can be dropped anywhere on the page', async () => {
  open()
  const heading = screen.getByRole('heading', { name: 'How It Works' })
  const files = [fileOf('dropped.mp4')]
  fireEvent.drop(heading, {
    dataTransfer: { files, items: files.map((file) => ({ kind: 'file', getAsFile: () => file })), types: ['Files'] },
  })
  await put()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('dropped')
})

const remembered = (parts: object = {}) =>
  localStorage.setItem(
    `video_forge_upload_${ada.id}_${id}`,
    JSON.stringify({
      s3Key,
      resumableUrl: '/tus/here',
      filename: 'large.mp4',
      size: 100 * megabyte,
      lastModified: 7,
      expiresAt: '2100-01-01T00:00:00.000Z',
      stage: 'sending',
      details: { title: 'My draft', description: 'Words', visibility: 'private', outputFormats: ['720p'] },
      ...parts,
    }),
  )
const arrived = (bytes: number) => ({ 'HEAD /tus/here': () => ({ headers: { 'upload-offset': String(bytes) } }) })
const again = (file: File) =>
  act(async () => void fireEvent.change(screen.getByLabelText('The file large.mp4'), { target: { files: [file] } }))
const offer = () => screen.findByRole('button', { name: 'Continue upload of large.mp4' })

test('resumes an upload of an earlier visit with the same file and its draft', async () => {
  remembered()
  open(arrived(40 * megabyte))
  await offer()
  expect(screen.getByText(/^40% of 100 MB is uploaded/)).toBeDefined()
  await again(fileOf('wrong.mp4', 'video/mp4', 100 * megabyte))
  expect(wordOfAlert()).toContain('This is a different file. Please choose "large.mp4" again, or discard the earlier upload.')
  await again(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  const upload = await tus()
  expect(upload.options.uploadUrl).toBe('/tus/here')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('My draft')
  expect(screen.getByLabelText<HTMLSelectElement>('Visibility').value).toBe('private')
  await act(async () => upload.arrive())
  await screen.findByText('Uploaded')
})

test('another unfinished upload can be continued beside the first', async () => {
  const other = id.replace(/aa$/, 'bb')
  remembered({ stage: 'sent' })
  localStorage.setItem(
    `video_forge_upload_${ada.id}_${other}`,
    (localStorage.getItem(records()[0] ?? '') ?? '').replaceAll(id, other).replace('large.mp4', 'second.mp4'),
  )
  open({ 'POST /upload/confirm': () => new Promise(() => {}) })
  await userEvent.click(await offer())
  await screen.findByText('Checking the file')
  expect(screen.queryByRole('button', { name: 'Continue upload of large.mp4' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Continue upload of second.mp4' }))
  expect(await screen.findByRole('heading', { name: '2 videos' })).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Continue upload/ })).toBeNull()
})

test('dropping the same file resumes too', async () => {
  remembered()
  const seen = open(arrived(0))
  await offer()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  await tus()
  expect(keysOf(seen)).not.toContain('POST /upload/generate-url')
})

test.each([
  ['noted', { stage: 'sent' }, {}],
  ['found out', {}, arrived(100 * megabyte)],
])('one that had arrived completely (%s) needs no file', async (_how, parts, handlers) => {
  remembered(parts)
  const seen = open(handlers)
  await screen.findByText(/^All of it is uploaded/)
  await userEvent.click(await offer())
  await screen.findByText('Uploaded')
  expect(bodyOf(seen, 'POST /upload/confirm')).toMatchObject({ s3Key, title: 'My draft', visibility: 'private' })
  expect(FakeTus.all).toHaveLength(0)
})

test('the unfinished new file of a video continues as that, and this page shows no form for it', async () => {
  const video = id.replace(/aa$/, 'bb')
  remembered({ stage: 'sent', replaces: video })
  let answer: (value: object) => void = () => {}
  const replaced = `POST /gallery/videos/${video}/replace`
  const seen = open({ [replaced]: () => new Promise((resolve) => (answer = resolve)), [`GET /jobs/${video}`]: () => new Promise(() => {}) })
  await screen.findByText(/^The new file of "My draft"/)
  await userEvent.click(await offer())
  await waitFor(() => expect(bodyOf(seen, replaced)).toEqual({ s3Key }))
  expect(currentAddress()).toBe(`/video/${video}`)
  expect(currentUploads()).toMatchObject([{ replaces: video, state: { step: 'checking' } }])
  cleanup()
  open()
  expect(screen.queryByLabelText('Title')).toBeNull()
  await act(async () => answer({ body: { success: true, job: jobLike(1) } }))
  await waitFor(() => expect(records()).toEqual([]))
  expect(currentUploads()).toEqual([])
})

test('a file for a new video does not continue one that replaces another', async () => {
  remembered({ replaces: id.replace(/aa$/, 'bb') })
  const seen = open(arrived(0))
  await offer()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  await waitFor(() => expect(keysOf(seen)).toContain('POST /upload/generate-url'))
})

test('Discard throws it away', async () => {
  remembered()
  const seen = open(arrived(5))
  await offer()
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull())
  expect(keysOf(seen)).toContain(`DELETE /upload/${id}`)
  expect(records()).toEqual([])
})

test('what the server no longer has is not offered', async () => {
  remembered()
  const seen = open({ 'HEAD /tus/here': () => ({ status: 404 }) })
  await waitFor(() => expect(keysOf(seen)).toContain('HEAD /tus/here'))
  await waitFor(() => expect(records()).toEqual([]))
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
})

test('does not offer an upload that another tab is working on', async () => {
  remembered()
  Object.defineProperty(navigator, 'locks', {
    value: { query: async () => ({ held: [{ name: `video_forge_upload_${id}` }] }), request: () => Promise.resolve() },
    configurable: true,
  })
  open(arrived(5))
  await act(async () => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(screen.queryByRole('button', { name: 'Discard' })).toBeNull()
  Reflect.deleteProperty(navigator, 'locks')
})

test('a bar is remembered as it moves: the record names the file, its place and its draft', async () => {
  open()
  await choose(fileOf('large.mp4', 'video/mp4', 100 * megabyte))
  await tus()
  await userEvent.type(screen.getByLabelText('Description'), 'Hi')
  expect(JSON.parse(localStorage.getItem(records()[0] ?? '') ?? '')).toMatchObject({
    s3Key,
    resumableUrl: '/tus/here',
    filename: 'large.mp4',
    size: 100 * megabyte,
    lastModified: 7,
    stage: 'sending',
    details: { title: 'large', description: 'Hi' },
  })
})

test('a file that the person has already is not published before they decide', async () => {
  const duplicateOf = { id: '0190a000-0000-7000-8000-0000000000bb', title: 'Summer', formats: ['720p'] }
  const seen = open({
    'POST /upload/confirm': () => ({ status: 201, body: { success: true, video, duplicateOf } }),
    [`DELETE /gallery/videos/${id}`]: () => ({ body: { success: true, result: { id } } }),
  })
  await choose(fileOf())
  await userEvent.click(await screen.findByRole('button', { name: 'Publish when uploaded' }))
  const request = await put()
  // Newer browsers return a promise, which must not become the clean-up of an effect.
  const scroll = vi.fn(() => Promise.resolve())
  Object.assign(HTMLElement.prototype, { scrollIntoView: scroll })
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'))
  await act(async () => request.answer(200))
  const notice = await screen.findByText('You have this already')
  expect(scroll.mock.contexts.some((scrolled) => scrolled instanceof HTMLElement && scrolled.contains(notice))).toBe(true)
  expect(notice.closest('[role=alert]')?.textContent).toContain('This file is the same as that of "Summer" (720p).')
  expect(screen.getByRole('link', { name: 'Open that video' }).getAttribute('href')).toBe(`/video/${duplicateOf.id}`)
  expect(keysOf(seen)).not.toContain('POST /jobs')
  await userEvent.click(screen.getByRole('button', { name: 'Discard this upload' }))
  await waitFor(() => expect(screen.queryByText('You have this already')).toBeNull())
  expect(keysOf(seen)).toContain(`DELETE /gallery/videos/${id}`)
  expect(screen.getByText('Drop a video here')).toBeDefined()
  expect(records()).toEqual([])
})

test('both can be kept', async () => {
  const duplicateOf = { id: '0190a000-0000-7000-8000-0000000000bb', title: 'Summer', formats: [] }
  await upload(fileOf(), { 'POST /upload/confirm': () => ({ status: 201, body: { success: true, video, duplicateOf } }) })
  await userEvent.click(screen.getByRole('button', { name: 'Keep both' }))
  expect(screen.queryByText('You have this already')).toBeNull()
  expect(document.activeElement).toBe(start())
})
