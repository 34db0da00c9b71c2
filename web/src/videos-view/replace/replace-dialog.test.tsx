import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { jobLike } from '../../../test-support/fake-jobs.ts'
import { FakeRequest, fakeTransfers } from '../../../test-support/fake-transfer.ts'
import { detailsLike, videoId } from '../../../test-support/fake-videos.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { currentToasts } from '../../ui/overlays/toast-store.ts'
import { useVideo } from '../video-query.ts'
import { ReplaceDialog } from './replace-dialog.tsx'

signInBeforeEach()
resetAfterEach()

const s3Key = 'uploads/0190c000-0000-7000-8000-000000000001/source.mp4'
const address = `/gallery/videos/${videoId(1)}`
const answers = {
  [`GET ${address}`]: () => ({ body: { success: true, video: detailsLike(1, { canEdit: true, hasJob: true }) } }),
  'GET /upload/limits': () => ({ body: { success: true, maxBytes: 10_000_000, types: [] } }),
  'POST /upload/generate-url': () => ({
    body: { success: true, uploadUrl: '/put', s3Key, resumableUrl: '/tus', expiresAt: '', uploadUrlExpiresAt: '' },
  }),
  [`DELETE /upload/${s3Key.split('/')[1]}`]: () => ({ body: { success: true, result: { id: videoId(1) } } }),
  [`POST ${address}/replace`]: () => ({ body: { success: true, job: jobLike(1, { id: videoId(1), status: 'PENDING', progress: 0 }) } }),
}

let isOpen = true
function Page() {
  const { data } = useVideo(videoId(1))
  return data ? (
    <ReplaceDialog
      video={data}
      open={isOpen}
      onOpenChange={(next) => {
        isOpen = next
      }}
      returnFocusTo={{ current: null }}
    />
  ) : null
}

async function show(others: Parameters<typeof fakeApi>[0] = {}) {
  isOpen = true
  fakeTransfers()
  const seen = fakeApi({ ...answers, ...others })
  showPage(<Page />, '/video/:id', `/video/${videoId(1)}`)
  await screen.findByRole('dialog', { name: 'Replace file' })
  return seen
}
const mp4 = (bytes = 1000) => new File([new Uint8Array(bytes)], 'take two.mp4', { type: 'video/mp4' })
const choose = (file: File) => fireEvent.change(screen.getByLabelText('New video file'), { target: { files: [file] } })
const sending = () => screen.findByRole('progressbar', { name: 'Upload progress' })
const request = () => waitFor(() => FakeRequest.all[0] ?? expect.fail('no request'))
const keysOf = (seen: { key: string }[]) => seen.map(({ key }) => key)

test('a file is sent with its progress and becomes the new file of the video', async () => {
  const seen = await show()
  choose(mp4())
  await sending()
  const put = await request()
  act(() => put.progress(500))
  expect((await sending()).getAttribute('aria-valuenow')).toBe('50')
  act(() => put.answer(200))
  await waitFor(() => expect(isOpen).toBe(false))
  expect(seen.find(({ key }) => key === `POST ${address}/replace`)?.body).toEqual({ s3Key })
  expect(keysOf(seen)).not.toContain('POST /upload/confirm')
  expect(currentToasts().map(({ text }) => text)).toEqual(['The new version is being made. The current one stays until it is ready.'])
})

test('closing does not end an upload; cancelling does, and what was sent is discarded', async () => {
  const seen = await show()
  choose(mp4())
  await sending()
  const put = await request()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(await screen.findByText(/still being uploaded/)).toBeTruthy()
  expect([isOpen, put.isAborted]).toEqual([true, false])
  fireEvent.click(screen.getByRole('button', { name: 'Cancel upload' }))
  expect(await screen.findByLabelText('New video file')).toBeTruthy()
  expect(put.isAborted).toBe(true)
  await waitFor(() => expect(keysOf(seen)).toContain(`DELETE /upload/${s3Key.split('/')[1]}`))
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(isOpen).toBe(false)
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

test('a refusal is shown, and another file can be chosen', async () => {
  await show({ [`POST ${address}/replace`]: () => failure(409, 'QUOTA_REACHED', 'Your storage is full.') })
  choose(mp4())
  const put = await request()
  act(() => put.answer(200))
  expect((await screen.findByText('Your storage is full.')).closest('[role=alert]')).toBeTruthy()
  expect(screen.getByLabelText('New video file')).toBeTruthy()
})
