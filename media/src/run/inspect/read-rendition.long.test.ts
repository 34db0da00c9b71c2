import { mkdtemp, readFile, truncate, writeFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import type { Format } from '../../planning/formats.ts'
import { makePlan } from '../../planning/make-plan.ts'
import { defaultLimits } from '../../probing/source-facts.ts'
import { clipFolder, makeClip, moving, quickH264, testMediaTools, tone } from '../../testing/clips.ts'
import { type EncodedVideo, encodeVideo } from '../encode/encode-video.ts'
import { probeFile, probeRendition } from './probe-file.ts'
import { readRenditionBoxes } from './read-rendition.ts'

const clips = clipFolder()
const mediaTools = await testMediaTools()
const never = new AbortController().signal

async function encode(name: string, formats: readonly Format[], ...source: readonly string[]): Promise<EncodedVideo> {
  const input = await makeClip(clips.path(name), ...source)
  const plan = makePlan(await probeFile(mediaTools, input, never), formats, mediaTools.machine)
  return encodeVideo(mediaTools, plan, input, await mkdtemp(clips.path('job-')), { signal: never })
}

const uneven = ['-vf', "select='not(mod(n,7))+not(mod(n,11))'", '-fps_mode', 'vfr', '-c:v', 'ffv1']

it.each([
  ['two rungs with sound', 'plain.mkv', [...moving('1280x720', 10, 3), ...tone(3), ...quickH264, '-g', '300', '-crf', '12']],
  ['frames of uneven length', 'uneven.mkv', [...moving('320x180', 90, 2), ...uneven]],
  ['29.97 frames a second', 'ntsc.mkv', [...moving('320x180', '30000/1001', 5), ...tone(5), '-c:v', 'mpeg4', '-c:a', 'flac']],
  ['a copy', 'ready.mp4', [...moving('640x360', 25, 2), ...tone(2), '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']],
  ['one frame', 'one.mkv', [...moving('320x180', 25, 0.04), '-c:v', 'ffv1', '-pix_fmt', 'yuv444p']],
])('reads what ffprobe reads: %s', async (_, name, source) => {
  for (const { path } of (await encode(name, ['720p', '480p'], ...source)).renditions) {
    expect(await readRenditionBoxes(path)).toBeDefined()
    const ours = await probeRendition(mediaTools, path, never, defaultLimits)
    const theirs = await probeFile(mediaTools, path, never)
    expect(ours.container).toBe(theirs.container)
    // ffprobe counts the last packet of sound whole and guesses the length of a last picture; the tables say what is played.
    expect(Math.abs(ours.duration - theirs.duration)).toBeLessThan(0.025)
    expect(ours.declaredDuration).toBeCloseTo(theirs.declaredDuration ?? Number.NaN, 1)
    expect(ours.size).toBe(theirs.size)
    const picture = ({ video }: typeof ours): unknown => {
      const { codec, stored, shown, rotation, mirrored, pixelFormat, frames, frameSpacing, bytes } = video
      // One picture alone has no rate, and versions of ffprobe guess differently.
      const rate = frames > 1 ? video.rate : undefined
      return { codec, stored, shown, rotation, mirrored, pixelFormat, frames, rate, frameSpacing, bytes, groups: video.keyFrames.length }
    }
    expect(picture(ours)).toEqual(picture(theirs))
    expect([ours.audio?.codec, ours.audio?.sampleRate]).toEqual([theirs.audio?.codec, theirs.audio?.sampleRate])
  }
})

it('takes nothing that is cut off or whose tables are damaged, so that ffprobe looks at it', async () => {
  const [rendition] = (await encode('whole.mkv', ['480p'], ...moving('320x180', 25, 5), '-c:v', 'mpeg4')).renditions
  const path = rendition?.path ?? ''
  const whole = await readFile(path)
  const changed = async (change: (bytes: Buffer) => void): Promise<unknown> => {
    const bytes = Buffer.from(whole)
    change(bytes)
    await writeFile(path, bytes)
    return readRenditionBoxes(path)
  }
  expect(await changed(() => {})).toBeDefined()
  const samples = whole.indexOf('trun')
  expect(await changed((bytes) => bytes.writeUInt32BE(0xffff, samples + 8))).toBeUndefined()
  expect(await changed((bytes) => bytes.writeUInt32BE(0x7fffffff, samples + 12))).toBeUndefined()
  expect(await changed((bytes) => bytes.writeUInt32BE(3, whole.indexOf('moof') - 4))).toBeUndefined()
  expect(await changed((bytes) => bytes.write('hev1', whole.indexOf('avc1', whole.indexOf('stsd'))))).toBeUndefined()
  expect(await changed((bytes) => bytes.fill(0, whole.indexOf('tkhd') + 44, whole.indexOf('tkhd') + 48))).toBeUndefined()
  await writeFile(path, whole)
  await truncate(path, whole.length - 100)
  expect(await readRenditionBoxes(path)).toBeUndefined()
})
