import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { ada, failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { FakeRequest } from '../../../test-support/fake-transfer.ts'
import { uploadIdAt, uploadServer } from '../../../test-support/fake-uploads.ts'
import { detailsLike, videoId } from '../../../test-support/fake-videos.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { fakeUploadsAroundEach } from '../../../test-support/upload-test.ts'
import { currentToasts } from '../../ui/overlays/toast-store.ts'
import { currentUploads } from '../../uploads-view/queue/upload-store.ts'
import { useVideo } from '../video-query.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

signInBeforeEach()
fakeUploadsAroundEach()

const address = `/gallery/videos/${videoId(1)}`
const s3Key = `uploads/${uploadIdAt(1)}/source.mp4`
const job = jobLike(1, { id: videoId(1), status: 'PENDING', progress: 0 })
let isReplacing = false
const answers = {
  [`GET ${address}`]: () => ({
    body: { success: true, video: detailsLike(1, { title: 'First cut', canEdit: true, hasJob: true, processing: isReplacing }) },
  }),
  [`GET /jobs/${videoId(1)}`]: () => ({ body: { success: true, job } }),
  'GET /upload/limits': () => ({ body: { success: true, maxBytes: 10_000_000, types: [] } }),
  [`DELETE /upload/${uploadIdAt(1)}`]: () => ({ body: { success: true, result: { id: uploadIdAt(1) } } }),
  [`POST ${address}/replace`]: () => {
    isReplacing = true
    return { body: { success: true, job } }
  },
}

let isOpen = true
function Page() {
  const { data } = useVideo(videoId(1))
  const [open, setOpen] = useState(true)
  isOpen = open
  return data ? <ReplaceDialog video={data} open={open} onOpenChange={setOpen} returnFocusTo={{ current: null }} /> : null
}

async function show(others: Parameters<typeof fakeApi>[0] = {}) {
  isReplacing = false
  const seen = fakeApi(uploadServer({ ...answers, ...others }))
  const page = showPage(<Page />, '/video/:id', `/video/${videoId(1)}`)
  await screen.findByRole('dialog', { name: 'Replace file' })
  return Object.assign(seen, { leave: page.unmount })
}
const mp4 = (bytes = 1000) => new File([new Uint8Array(bytes)], 'take two.mp4', { type: 'video/mp4' })
const choose = (file: File) => fireEvent.change(screen.getByLabelText('New video file'), { target: { files: [file] } })
const sending = () => screen.findByRole('progressbar', { name: 'Upload progress' })
const request = (index = 0) => waitFor(() => FakeRequest.all[index] ?? expect.fail('no request'))
const keysOf = (seen: { key: string }[]) => seen.map(({ key }) => key)
const toasts = () => currentToasts().map(({ text }) => text)
const records = () => Object.keys(localStorage).filter((key) => key.startsWith(`video_forge_upload_${ada.id}_`))
const started = 'The new version of "First cut" is being made. The current one stays until it is ready.'

test('a file is sent with its progress and becomes the new file of the video, whose page shows it', async () => {
  const seen = await show()
  choose(mp4())
  await sending()
  const put = await request()
  act(() => put.progress(500))
  expect((await sending()).getAttribute('aria-valuenow')).toBe('50')
  const asked = () => keysOf(seen).filter((key) => key === `GET ${address}`).length
  const before = asked()
  await act(async () => put.answer(200))
  await waitFor(() => expect(isOpen).toBe(false))
  expect(seen.find(({ key }) => key === `POST ${address}/replace`)?.body).toEqual({ s3Key })
  expect(keysOf(seen)).not.toContain('POST /upload/confirm')
  expect(toasts()).toEqual([started])
  await waitFor(() => expect(asked()).toBe(before + 1))
  expect(currentUploads()).toEqual([])
  expect(records()).toEqual([])
})

test('it is an upload of the tab: closing the dialog and leaving the page do not end it, and leaving the site asks', async () => {
  const seen = await show()
  choose(mp4())
  await sending()
  const put = await request()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(isOpen).toBe(false)
  seen.leave()
  expect(currentUploads()).toMatchObject([{ replaces: videoId(1), details: { title: 'First cut' }, state: { step: 'sending' } }])
  const leaving = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(leaving)
  expect([put.isAborted, leaving.defaultPrevented]).toEqual([false, true])
  await act(async () => put.answer(200))
  await waitFor(() => expect(toasts()).toEqual([started]))
  expect(keysOf(seen)).toContain(`POST ${address}/replace`)
})

test('opened again, the dialog shows the running upload, which can be paused and cancelled', async () => {
  const first = await show()
  choose(mp4())
  const put = await request()
  first.leave()
  const seen = await show()
  expect((await sending()).getAttribute('aria-valuenow')).toBe('0')
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }))
  expect(put.isAborted).toBe(true)
  expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByLabelText('New video file')).toBeTruthy()
  await waitFor(() => expect(keysOf(seen)).toContain(`DELETE /upload/${uploadIdAt(1)}`))
  expect([currentUploads(), records()]).toEqual([[], []])
})

test.each([
  [new File(['x'], 'notes.txt', { type: 'text/plain' }), /valid video file/],
  [mp4(10_000_001), /less than 9MB/],
])('a wrong file is refused before it is sent', async (file, message) => {
  const seen = await show()
  await waitFor(() => expect(keysOf(seen)).toContain('GET /upload/limits'))
  choose(file)
  await screen.findByText(message, { selector: '[role=alert] *' })
  expect(FakeRequest.all).toEqual([])
})

test('while its video is being processed, an uploaded file waits to be tried again, and is not sent twice', async () => {
  let isBusy = true
  await show({
    [`POST ${address}/replace`]: () =>
      isBusy ? failure(409, 'CONFLICT', 'This video is being processed.') : { body: { success: true, job } },
  })
  choose(mp4())
  const put = await request()
  await act(async () => put.answer(200))
  expect((await screen.findByText('This video is being processed.')).closest('[role=alert]')).toBeTruthy()
  // The dialog says it.
  expect(toasts()).toEqual([])
  isBusy = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again: take two.mp4' }))
  await waitFor(() => expect(isOpen).toBe(false))
  expect(FakeRequest.all).toHaveLength(1)
})

test('a refusal is shown, elsewhere too; what was sent is discarded, and another file can be chosen', async () => {
  const refused = { [`POST ${address}/replace`]: () => failure(400, 'INVALID_SOURCE', 'This is no video.') }
  const seen = await show(refused)
  choose(mp4())
  const put = await request()
  await act(async () => put.answer(200))
  expect((await screen.findByText('This is no video.')).closest('[role=alert]')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Try again/ })).toBeNull()
  expect(keysOf(seen)).toContain(`DELETE /upload/${uploadIdAt(1)}`)
  choose(mp4())
  const second = await request(1)
  expect(currentUploads()).toHaveLength(1)
  seen.leave()
  await act(async () => second.answer(200))
  await waitFor(() => expect(toasts()).toEqual(['The file of "First cut" was not replaced: This is no video.']))
})
