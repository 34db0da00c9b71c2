import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { fileOf, nextRequest, uploadIdAt, uploadServer } from '../../../test-support/fake-uploads.ts'
import { detailsLike, videoLike } from '../../../test-support/fake-videos.ts'
import { signInBeforeEach } from '../../../test-support/page-test.ts'
import { fakeUploadsAroundEach } from '../../../test-support/upload-test.ts'
import { publishWhenUploaded } from './publish-upload.ts'
import { startUpload } from './upload-control.ts'
import { currentUploads, onUploadEvent, type UploadEvent } from './upload-store.ts'

const frame = new Blob(['frame'], { type: 'image/jpeg' })

signInBeforeEach()
fakeUploadsAroundEach()
beforeEach(() => {
  // A browser that decodes every file at once.
  const fires = (name: string) =>
    function (this: HTMLMediaElement) {
      queueMicrotask(() => this.dispatchEvent(new Event(name)))
    }
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(fires('loadeddata'))
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'set').mockImplementation(fires('seeked'))
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(640)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(360)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(frame))
})
afterEach(() => vi.restoreAllMocks())

const call = `POST /gallery/videos/${uploadIdAt(1)}/thumbnail`
const video = videoLike(0, { id: uploadIdAt(1), visibility: 'private', status: 'uploaded', thumbnailUrl: null })

async function upload(isPublishing: boolean, parts: Parameters<typeof uploadServer>[0] = {}) {
  const seen = fakeApi(uploadServer({ 'POST /upload/confirm': () => ({ status: 201, body: { success: true, video } }), ...parts }))
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:frame')
  startUpload(fileOf())
  if (isPublishing) publishWhenUploaded(currentUploads()[0]?.id ?? '')
  ;(await nextRequest()).answer(200)
  return seen
}

test('a draft gets the frame that was taken in the browser, and pages hear of it', async () => {
  const pictured = detailsLike(1, { id: uploadIdAt(1) })
  const events = vi.fn<(event: UploadEvent) => void>()
  onTestFinished(onUploadEvent(events))
  await upload(false, { [call]: () => ({ body: { success: true, video: pictured } }) })
  await vi.waitFor(() => expect(events).toHaveBeenCalledExactlyOnceWith({ kind: 'pictured', video: pictured }))
})

test('a failure changes nothing', async () => {
  const seen = await upload(false)
  await vi.waitFor(() => expect(seen.find(({ key }) => key === call)?.query).toBe('?placeholder=true'))
  expect(seen.find(({ key }) => key === call)?.body).toBe(frame)
  expect(currentUploads()).toMatchObject([{ frame: 'blob:frame', problem: undefined, state: { step: 'ready' } }])
})

test('what is processed at once has a picture too, long before its job makes one', async () => {
  const seen = await upload(true)
  await vi.waitFor(() => expect(seen.map(({ key }) => key)).toEqual(expect.arrayContaining(['POST /jobs', call])))
  expect(seen.find(({ key }) => key === call)?.body).toBe(frame)
})

describe('a file that the browser cannot decode', () => {
  beforeEach(() => {
    vi.spyOn(HTMLMediaElement.prototype, 'src', 'set').mockImplementation(function (this: HTMLMediaElement) {
      queueMicrotask(() => this.dispatchEvent(new Event('error')))
    })
  })

  test('shows the frame that the server takes', async () => {
    const pictured = detailsLike(1, { id: uploadIdAt(1), thumbnailUrl: '/media/1/frame.jpg' })
    const seen = await upload(false, { [call]: () => ({ body: { success: true, video: pictured } }) })
    await vi.waitFor(() => expect(currentUploads()).toMatchObject([{ frame: '/media/1/frame.jpg', state: { step: 'ready' } }]))
    expect(seen.find(({ key }) => key === call)?.body).toEqual({ time: 1 })
  })

  test('shows the one that its video has already', async () => {
    const known = { ...video, thumbnailUrl: '/media/1/known.jpg' }
    const seen = await upload(false, { 'POST /upload/confirm': () => ({ status: 201, body: { success: true, video: known } }) })
    await vi.waitFor(() => expect(currentUploads()).toMatchObject([{ frame: '/media/1/known.jpg' }]))
    expect(seen.map(({ key }) => key)).not.toContain(call)
  })
})
