import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileOf } from '../../../test-support/fake-uploads.ts'

let grabFrame: typeof import('./grab-frame.ts').grabFrame
let made: HTMLVideoElement[] = []
const revoked: string[] = []

beforeEach(async () => {
  // A frame that another test asked for would be decoded before those of this one.
  vi.resetModules()
  grabFrame = (await import('./grab-frame.ts')).grabFrame
  made = []
  revoked.length = 0
  vi.useFakeTimers()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => `blob:${source instanceof File ? source.name : ''}`)
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((address) => void revoked.push(address))
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  const create = document.createElement.bind(document)
  vi.spyOn(document, 'createElement').mockImplementation((name: string) => {
    const element = create(name)
    if (element instanceof HTMLVideoElement) made.push(element)
    if (element instanceof HTMLCanvasElement) element.toBlob = (done) => done(new Blob(['picture']))
    return element
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const wanted = new AbortController().signal
const settled = () => vi.advanceTimersByTimeAsync(0)
/** A frame that another file of tests still waits for makes elements too: only those of the named file count. */
const videoOf = (name: string) => made.find((video) => video.src === `blob:${name}`)
const give = async (name: string, event: string) => {
  videoOf(name)?.dispatchEvent(new Event(event))
  await settled()
}
const sized = (name: string, width: number, height: number) =>
  Object.defineProperties(videoOf(name) ?? {}, { videoWidth: { value: width }, videoHeight: { value: height }, duration: { value: 100 } })

test('a frame after the first second, and the file is released', async () => {
  const frame = grabFrame(fileOf('with-a-frame.mp4'), wanted)
  await settled()
  const video = videoOf('with-a-frame.mp4')
  sized('with-a-frame.mp4', 1920, 1080)
  await give('with-a-frame.mp4', 'loadeddata')
  expect(video?.currentTime).toBe(1)
  await give('with-a-frame.mp4', 'seeked')
  expect(await (await frame)?.text()).toBe('picture')
  expect(revoked).toContain('blob:with-a-frame.mp4')
})

test('no frame of a file that cannot be decoded, that has no picture, or that takes too long', async () => {
  const broken = grabFrame(fileOf('not-decoded.avi'), wanted)
  const sound = grabFrame(fileOf('sound-only.mp4'), wanted)
  const slow = grabFrame(fileOf('never-loaded.mp4'), wanted)
  await settled()
  expect(videoOf('not-decoded.avi')).toBeDefined()
  expect(videoOf('sound-only.mp4'), 'one after another').toBeUndefined()
  await give('not-decoded.avi', 'error')
  expect(await broken).toBeUndefined()
  await settled()
  sized('sound-only.mp4', 0, 0)
  await give('sound-only.mp4', 'loadeddata')
  await give('sound-only.mp4', 'seeked')
  expect(await sound).toBeUndefined()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await slow).toBeUndefined()
  expect(revoked).toEqual(expect.arrayContaining(['blob:not-decoded.avi', 'blob:sound-only.mp4', 'blob:never-loaded.mp4']))
})

test('what nobody wants any more holds up no other', async () => {
  const stop = new AbortController()
  const unwanted = grabFrame(fileOf('unwanted.mp4'), stop.signal)
  const waiting = grabFrame(fileOf('waiting.mp4'), stop.signal)
  const next = grabFrame(fileOf('next.mp4'), wanted)
  await settled()
  stop.abort()
  expect([await unwanted, await waiting]).toEqual([undefined, undefined])
  await settled()
  expect([videoOf('waiting.mp4'), videoOf('next.mp4')]).toEqual([undefined, expect.any(HTMLVideoElement)])
  await give('next.mp4', 'error')
  expect(await next).toBeUndefined()
})
