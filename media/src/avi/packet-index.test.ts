import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { args } from '../arguments/args.ts'
import { readFrameTiming } from '../probing/frame-timing.ts'
import { PacketLog, type PacketTracks, scanArguments } from '../probing/packet-log.ts'
import { clipFolder, makeClip, moving, quickH264, tone } from '../testing/clips.ts'
import { integerBetween, seededRandom } from '../testing/seeded-random.ts'
import { readPacketIndex } from './packet-index.ts'

const folder = clipFolder()
const film = (...more: readonly string[]): string[] => [...moving('64x36', 25, 4), ...tone(4), ...more]
const indexOf = (bytes: Buffer) => readPacketIndex(bytes.length, async (offset, length) => bytes.subarray(offset, offset + length))

/** What ffprobe lists after reading all of a file. */
async function scanned(path: string): Promise<PacketTracks> {
  const log = new PacketLog()
  const { stdout } = await promisify(execFile)('ffprobe', ['-v', 'error', ...scanArguments, path])
  for (const line of stdout.split('\n')) log.add(line)
  return log
}

/** What a plan is made of. ffprobe does not know when frames are shown that are stored in another order; nothing is decided by that in an AVI file. */
function plannedOf({ tracks }: PacketTracks) {
  const [video, audio] = [tracks.get(0), tracks.get(1)]
  const { untidyTimes: _, splitPoints: __, ...timing } = readFrameTiming(video ?? { ...nothing }, [])
  const sound = audio && { start: Math.min(...audio.times), bytes: audio.bytes }
  return { ...timing, sound, isSound: audio !== undefined }
}
const nothing = { times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false }
const endOf = ({ tracks }: PacketTracks) =>
  Math.max(...(tracks.get(1)?.times.map((time, at) => time + (tracks.get(1)?.durations[at] ?? 0)) ?? [0]))

test.each([
  ['MPEG-4 and MP3', 'mp3.avi', film('-c:v', 'mpeg4', '-c:a', 'libmp3lame')],
  ['MPEG-4 with frames in another order and AC-3', 'ac3.avi', film(...args`-c:v mpeg4 -bf 2 -g 20 -c:a ac3`)],
  ['Motion JPEG and raw audio', 'raw.avi', film(...args`-c:v mjpeg -c:a pcm_s16le`)],
  ['H.264 and a low bitrate', 'low.avi', film(...quickH264, ...args`-g 25 -c:a libmp3lame -ar 22050 -b:a 32k`)],
  ['no sound', 'silent.avi', [...moving('64x36', '30000/1001', 3), ...args`-c:v msmpeg4v2 -g 30`]],
])('the index of an AVI file says what reading it says: %s', async (_, name, options) => {
  const path = await makeClip(folder.path(name), ...options)
  const [index, read] = [await indexOf(await readFile(path)), await scanned(path)]
  if (!index) throw new Error('The index was not read.')
  expect(index.tracks.size).toBe(read.tracks.size)
  expect(plannedOf(index)).toEqual(plannedOf(read))
  expect(Math.abs(endOf(index) - endOf(read))).toBeLessThan(0.06)
})

test('nothing is said about a file that ends early, has no index, or is something else', async () => {
  const bytes = await readFile(await makeClip(folder.path('whole.avi'), ...film('-c:v', 'mpeg4', '-c:a', 'libmp3lame')))
  const index = bytes.lastIndexOf('idx1')
  const fewer = Buffer.from(bytes.subarray(0, bytes.length - 160))
  fewer.writeUInt32LE(fewer.readUInt32LE(index + 4) - 160, index + 4)
  fewer.writeUInt32LE(fewer.length - 8, 4)
  const renamed = Buffer.from(bytes)
  renamed.write('00xx', index + 8, 'latin1')
  const late = Buffer.from(bytes)
  late.writeUInt32LE(7, bytes.indexOf('strh') + 8 + 28)
  const cases = {
    early: bytes.subarray(0, index - 10),
    'no index': bytes.subarray(0, index),
    fewer,
    renamed,
    late,
    text: Buffer.from('RIFF of text'),
  }
  for (const [name, spoiled] of Object.entries(cases)) expect([name, await indexOf(spoiled)]).toEqual([name, undefined])
  await makeClip(folder.path('aac.avi'), ...film(...args`-c:v mpeg4 -c:a aac`))
  expect(await indexOf(await readFile(folder.path('aac.avi')))).toBeUndefined()
})

/** A file of this test's making with two sections, as one of some gigabytes has them. */
function largeFile({ kind = 1, frames = 6, each = 3 } = {}): Buffer {
  const chunk = (id: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    const head = Buffer.alloc(8)
    head.write(id, 'latin1')
    head.writeUInt32LE(body.length, 4)
    return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
  }
  const name = (text: string): Buffer => Buffer.from(text, 'latin1')
  const numbers = (...values: number[]): Buffer => Buffer.concat(values.map((value) => Buffer.from(Uint32Array.of(value).buffer)))
  const list = (first: number): Buffer => {
    const entries = Uint32Array.from({ length: each * 2 }, (_, at) => (at % 2 ? 1000 + first + (at >> 1) + (at > 1 ? 0x80000000 : 0) : 0))
    return chunk('ix00', Buffer.from([2, 0, 0, kind]), numbers(each), name('00dc'), numbers(0, 0, 0), Buffer.from(entries.buffer))
  }
  const sections = [list(0), list(each)]
  const place = (at: number): number => 500 + at * (100 + each * 8)
  const index = chunk(
    'indx',
    ...[Buffer.from([4, 0, 0, 0]), numbers(2), name('00dc'), numbers(0, 0, 0)],
    ...sections.map((section, at) => numbers(place(at), 0, section.length, each)),
  )
  const header = chunk('strh', name('vidsMJPG'), numbers(0, 0, 0, 1, 25, 0, frames, 0, 0, 0, 0, 0))
  const streams = chunk('LIST', name('hdrl'), chunk('LIST', name('strl'), header, chunk('strf', Buffer.alloc(40)), index))
  const first = chunk('RIFF', name('AVI '), streams, chunk('LIST', name('movi')))
  const file = Buffer.alloc(800 + each * 16)
  first.copy(file)
  for (const [at, section] of sections.entries()) section.copy(file, place(at))
  return file
}

test('a large file is known from the lists of its sections', async () => {
  const video = (await indexOf(largeFile()))?.tracks.get(0)
  expect(video).toMatchObject({ keys: [0, 3], bytes: 6015 })
  expect(video?.times.map((time) => Math.round(time * 25))).toEqual([0, 1, 2, 3, 4, 5])
  expect(await indexOf(largeFile({ kind: 2 }))).toBeUndefined()
  expect(await indexOf(largeFile({ frames: 7 }))).toBeUndefined()
})

test.each([
  ['of sections', () => largeFile({ frames: 400_000, each: 200_000 }), 400_000],
  ['that has no end', () => largeFile({ frames: 4_000_000, each: 2_000_000 }), undefined],
])('a long index is read in slices, between which other work goes on: one %s', async (_, file, frames) => {
  const bytes = file()
  const lengths: number[] = []
  const index = await readPacketIndex(bytes.length, async (offset, length) => {
    lengths.push(length)
    return bytes.subarray(offset, offset + length)
  })
  expect(index?.tracks.get(0)?.times.length).toBe(frames)
  expect(index?.tracks.get(0)?.keys.length).toBe(frames && 2)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(1 << 20)
})

test('an AVI file with wrong bytes is refused or read, and never fails', async () => {
  const bytes = await readFile(await makeClip(folder.path('seed.avi'), ...film('-c:v', 'mpeg4', '-c:a', 'libmp3lame')))
  const random = seededRandom(7)
  for (let round = 0; round < 400; round += 1) {
    const spoiled = Buffer.from(bytes)
    // Where the file is described: in its first kilobytes and at its end.
    for (let count = 0; count < 3; count += 1) {
      const at = integerBetween(random, 0, 3000)
      spoiled[round % 2 ? at : bytes.length - 1 - at] = integerBetween(random, 0, 255)
    }
    await indexOf(spoiled)
  }
})
