import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ada, failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { FakeRequest, FakeTus } from '../../../test-support/fake-transfer.ts'
import { fileOf, nextRequest, uploadIdAt, uploadServer } from '../../../test-support/fake-uploads.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { fakeUploadsAroundEach } from '../../../test-support/upload-test.ts'
import { currentToasts } from '../../ui/overlays/toast-store.ts'
import { finishUploads } from '../../uploads-view/queue/upload-control.ts'
import { currentUploads } from '../../uploads-view/queue/upload-store.ts'
import { UploadPage } from './upload-page.tsx'

vi.mock('tus-js-client', () => ({ Upload: FakeTus }))

signInBeforeEach()
fakeUploadsAroundEach()

const id = uploadIdAt(1)
const videoPage = `/video/${id}`
const publishButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Publish when uploaded' })
const startButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Start Processing' })
const records = () => Object.entries(localStorage).filter(([key]) => key.startsWith(`video_forge_upload_${ada.id}_`))
const toasts = () => currentToasts().map(({ text }) => text)

type Handlers = Parameters<typeof fakeApi>[0]

/** A file on its way. */
async function choose(parts: Handlers = {}) {
  const seen = fakeApi(uploadServer(parts))
  showPage(<UploadPage />, '/upload')
  await act(async () => void fireEvent.change(screen.getByLabelText('Video file'), { target: { files: [fileOf()] } }))
  const request = await nextRequest()
  const bodiesOf = (key: string) => seen.filter((call) => call.key === key).map(({ body }) => body)
  const keys = () => seen.map(({ key }) => key).filter((key) => key === 'POST /upload/confirm' || key === 'POST /jobs')
  return { request, bodiesOf, keys, arrive: () => act(async () => request.answer(200)) }
}

test('pressed while bytes travel, it confirms as private, then publishes to the chosen audience, and the video page follows', async () => {
  const { arrive, bodiesOf, keys } = await choose()
  await userEvent.type(screen.getByLabelText('Description'), ' By the sea ')
  await userEvent.click(screen.getByLabelText('4K'))
  await userEvent.click(publishButton())
  expect(screen.queryByLabelText('Title'), 'the details are locked').toBeNull()
  expect(screen.getByText('1080p, 720p, 480p')).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(`${window.location.origin}${videoPage}`)
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Change details' }))
  expect(keys()).toEqual([])
  await arrive()
  await waitFor(() => expect(currentAddress()).toBe(videoPage))
  expect(keys()).toEqual(['POST /upload/confirm', 'POST /jobs'])
  expect(bodiesOf('POST /upload/confirm')).toMatchObject([{ visibility: 'private' }])
  expect(bodiesOf('POST /jobs')).toEqual([
    {
      inputSource: `uploads/${id}/source.mp4`,
      outputFormats: ['1080p', '720p', '480p'],
      visibility: 'public',
      title: 'holiday',
      description: 'By the sea',
    },
  ])
  expect(toasts()).toEqual(['"holiday" is published. Its link works while it is still being processed.'])
  expect(currentUploads()).toEqual([])
  expect(records()).toEqual([])
})

test('Change details takes it back: nothing is published until it is said again', async () => {
  const { arrive, keys } = await choose()
  await userEvent.click(publishButton())
  await userEvent.click(screen.getByRole('button', { name: 'Change details' }))
  expect(document.activeElement).toBe(publishButton())
  await userEvent.type(screen.getByLabelText('Title'), '!')
  await arrive()
  await screen.findByText('Uploaded')
  expect(keys()).toEqual(['POST /upload/confirm'])
  await userEvent.click(startButton())
  await waitFor(() => expect(currentAddress()).toBe('/gallery'))
  expect(toasts()).toEqual(['Video uploaded and processing started! Redirecting to gallery...'])
})

test('it needs a title and a format', async () => {
  await choose()
  await userEvent.clear(screen.getByLabelText('Title'))
  expect(publishButton().disabled).toBe(true)
  expect(screen.getByText('Enter a title to start.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Title'), 'x')
  expect(publishButton().disabled).toBe(false)
  for (const format of ['4K', '1080p', '720p', '480p']) await userEvent.click(screen.getByLabelText(format))
  expect(publishButton().disabled).toBe(true)
})

test('it finishes while another page is open', async () => {
  const { arrive, keys } = await choose()
  await userEvent.selectOptions(screen.getByLabelText('Visibility'), 'private')
  await userEvent.click(publishButton())
  cleanup()
  await arrive()
  await waitFor(() => expect(toasts()).toEqual(['"holiday" is uploaded and being processed. Only you and admins can watch it.']))
  expect(keys()).toEqual(['POST /upload/confirm', 'POST /jobs'])
  expect(currentUploads()).toEqual([])
})

test('a refusal unlocks the details and says why; it can be started again', async () => {
  let isFull = true
  const { arrive } = await choose({
    'POST /jobs': () =>
      isFull ? failure(409, 'QUOTA_REACHED', 'Too many jobs.') : { status: 201, body: { success: true, job: jobLike(1) } },
  })
  await userEvent.click(publishButton())
  await arrive()
  expect(await screen.findByText('Failed to start processing: Too many jobs.')).toBeDefined()
  expect(currentAddress()).toBe('/upload')
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('holiday')
  expect(records()).toHaveLength(1)
  isFull = false
  await userEvent.click(startButton())
  await waitFor(() => expect(currentAddress()).toBe('/gallery'))
})

test('without a network it waits, and publishes by itself when the network is back', async () => {
  let isOnline = false
  const { arrive } = await choose({
    'POST /jobs': () => (isOnline ? { status: 201, body: { success: true, job: jobLike(1) } } : Promise.reject(new TypeError('gone'))),
  })
  await userEvent.click(publishButton())
  await arrive()
  expect(await screen.findByText('Waiting for the network')).toBeDefined()
  isOnline = true
  await act(async () => void window.dispatchEvent(new Event('online')))
  await waitFor(() => expect(currentAddress()).toBe(videoPage))
})

test('an answer that was lost is no failure: the job exists', async () => {
  const { arrive } = await choose({
    'POST /jobs': () => failure(409, 'CONFLICT', 'This upload is being processed already.'),
    [`GET /jobs/${id}`]: () => ({ body: { success: true, job: jobLike(1) } }),
  })
  await userEvent.click(publishButton())
  await arrive()
  await waitFor(() => expect(currentAddress()).toBe(videoPage))
})

test('a failed upload keeps it in mind: trying again publishes too', async () => {
  const { request } = await choose()
  await userEvent.click(publishButton())
  await act(async () => request.answer(507, { message: 'The disk is full.', error: 'x', code: 'UNAVAILABLE' }))
  expect(await screen.findByText('The disk is full.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(FakeTus.all).toHaveLength(1))
  await act(async () => FakeTus.all[0]?.arrive())
  await waitFor(() => expect(currentAddress()).toBe(videoPage))
})

test('a closed tab loses nothing: the next visit continues and publishes', async () => {
  const { request } = await choose()
  await userEvent.click(publishButton())
  const [record] = records()
  expect(JSON.parse(record?.[1] ?? '')).toMatchObject({ isPublishing: true, stage: 'sending' })
  cleanup()
  await act(async () => request.abort())
  act(finishUploads)
  localStorage.setItem(record?.[0] ?? '', (record?.[1] ?? '').replace('"sending"', '"confirmed"'))
  fakeApi(uploadServer())
  showPage(<UploadPage />, '/upload')
  expect(await screen.findByText('It is uploaded and private. Continue to publish it.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Continue upload of holiday.mp4' }))
  await waitFor(() => expect(currentAddress()).toBe(videoPage))
  expect(records()).toEqual([])
})

test('the file is not published when the upload was cancelled', async () => {
  const { keys } = await choose({ [`DELETE /upload/${id}`]: () => ({ body: { success: true, result: { id } } }) })
  await userEvent.click(publishButton())
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Stop and discard' }))
  expect(FakeRequest.all.at(-1)?.isAborted).toBe(true)
  expect(screen.getByText('Drop a video here')).toBeDefined()
  expect(keys()).toEqual([])
})
