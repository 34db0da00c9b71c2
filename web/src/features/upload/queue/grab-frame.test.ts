// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileOf } from '../../../../test-support/fake-uploads.ts'

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
  vi.spyOn(URL, 'createObjectURL').mockImplementation((source) => (source instanceof File ? `blob:${source.name}` : 'blob:frame'))
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

const settled = () => vi.advanceTimersByTimeAsync(0)
const give = async (video: HTMLVideoElement | undefined, event: string) => {
  video?.dispatchEvent(new Event(event))
  await settled()
}
const sized = (video: HTMLVideoElement | undefined, width: number, height: number) =>
  Object.defineProperties(video ?? {}, { videoWidth: { value: width }, videoHeight: { value: height }, duration: { value: 100 } })

test('a frame after the first second, and the file is released', async () => {
  const frame = grabFrame(fileOf('one.mp4'))
  await settled()
  sized(made[0], 1920, 1080)
  await give(made[0], 'loadeddata')
  expect(made[0]?.currentTime).toBe(1)
  await give(made[0], 'seeked')
  expect(await frame).toBe('blob:frame')
  expect(revoked).toEqual(['blob:one.mp4'])
})

test('no frame of a file that cannot be decoded, that has no picture, or that takes too long', async () => {
  const broken = grabFrame(fileOf('broken.avi'))
  const sound = grabFrame(fileOf('sound.mp4'))
  const slow = grabFrame(fileOf('slow.mp4'))
  await settled()
  expect(made, 'one after another').toHaveLength(1)
  await give(made[0], 'error')
  expect(await broken).toBeUndefined()
  await settled()
  sized(made[1], 0, 0)
  await give(made[1], 'loadeddata')
  await give(made[1], 'seeked')
  expect(await sound).toBeUndefined()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await slow).toBeUndefined()
  expect(revoked).toEqual(['blob:broken.avi', 'blob:sound.mp4', 'blob:slow.mp4'])
})
