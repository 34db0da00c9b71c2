import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { args } from '../arguments/args.ts'
import { readFrameTiming } from '../probing/frame-timing.ts'
import type { PacketTracks } from '../probing/packet-log.ts'
import { clipFolder, makeClip, moving, quickH264, tone } from '../testing/clips.ts'
import { integerBetween, seededRandom } from '../testing/seeded-random.ts'
import { assumePackets } from './assume-packets.ts'
import { readPacketBlocks } from './packet-blocks.ts'

const folder = clipFolder()
const seconds = 16
const reader = (bytes: Buffer) => async (offset: number, length: number) => bytes.subarray(offset, offset + length)
const assumedOf = (bytes: Buffer) => assumePackets(bytes.length, reader(bytes))
const film = (rate: string | number, ...more: readonly string[]): string[] => [...moving('64x36', rate, seconds), ...tone(seconds), ...more]
const shortGroups = args`-g 12 -keyint_min 12`

let usual: Buffer
beforeAll(async () => {
  usual = await readFile(await makeClip(folder.path('usual.mkv'), ...film(25, ...quickH264, ...shortGroups, '-c:a', 'aac')))
})

/** What a plan is made of. */
const plannedOf = (packets: PacketTracks | undefined) => {
  const [video, audio] = [packets?.tracks.get(0), packets?.tracks.get(1)]
  if (!video || !audio) throw new Error('A track is missing.')
  // Times that were not seen may be rounded in another way.
  const { bytes: _, longestFrame: __, ...timing } = readFrameTiming(video, [])
  return { ...timing, audio: [Math.min(...audio.times), Math.max(...audio.times), audio.durations.at(-1)] }
}

test.each([
  ['H.264 and AAC', 'film.mkv', () => film(25, ...quickH264, ...shortGroups, '-c:a', 'aac')],
  ['frames in another order', 'order.mkv', () => film(24, ...args`-c:v libx264 -preset veryfast -bf 3 ${shortGroups} -c:a aac`)],
  ['a rate that milliseconds do not divide', 'broken.mkv', () => film('60000/1001', ...quickH264, ...args`-g 30 -c:a libvorbis`)],
  ['VP8 and Opus', 'web.webm', () => film('30000/1001', ...args`-c:v libvpx -deadline realtime -cpu-used 8 ${shortGroups} -c:a libopus`)],
  ['the index first', 'first.mkv', () => film(25, ...quickH264, ...shortGroups, ...args`-c:a aac -reserve_index_space 20000`)],
])('what is assumed is what all blocks say: %s', async (_, name, options) => {
  const bytes = await readFile(await makeClip(folder.path(name), ...options()))
  const [assumed, read] = [await assumedOf(bytes), await readPacketBlocks(bytes.length, reader(bytes))]
  expect(assumed?.isAssumed).toBe(true)
  expect(plannedOf(assumed)).toEqual(plannedOf(read))
  const [own, theirs] = [assumed?.tracks.get(0)?.bytes ?? 0, read?.tracks.get(0)?.bytes ?? 0]
  expect(own / theirs).toBeGreaterThan(0.7)
  expect(own / theirs).toBeLessThan(1.4)
})

test('what is between the places that were looked at is not read', async () => {
  const spoiled = (share: number) => {
    const bytes = Buffer.from(usual)
    const from = Math.round(bytes.length * share)
    return bytes.fill(0, from, from + (bytes.length >> 4))
  }
  expect(plannedOf(await assumedOf(spoiled(0.63)))).toEqual(plannedOf(await assumedOf(usual)))
  expect(await assumedOf(spoiled(0.5))).toBeUndefined()
})

test('subtitles are expected to be there', async () => {
  await writeFile(folder.path('words.srt'), '1\n00:00:06,500 --> 00:00:07,250\nHello\n')
  const options = args`-i ${folder.path('usual.mkv')} -i ${folder.path('words.srt')} -map 0 -map 1 -c copy`
  const assumed = await assumedOf(await readFile(await makeClip(folder.path('texts.mkv'), ...options)))
  expect(assumed?.tracks.get(2)?.times).toHaveLength(1)
})

test.each([
  ['frames at any time', () => [...film(50, '-vf', "select='not(mod(n,7))+not(mod(n,3))'", '-fps_mode', 'vfr'), ...quickH264]],
  ['a frame that is missing at every second', () => [...film(25, '-vf', "select='mod(n,25)-7'", '-fps_mode', 'passthrough'), ...quickH264]],
  ['frames before a key frame that are decoded after it', () => film(25, ...args`-c:v libx264 -x264-params open-gop=1:bframes=2`)],
  ['few key frames', () => film(25, ...quickH264, '-g', '100')],
  ['no index', () => film(25, ...quickH264, '-live', '1')],
  ['no length of a frame', () => film(25, ...args`-c:v mpeg4`)],
])('nothing is assumed with %s', async (name, options) => {
  const path = folder.path(`${name.replaceAll(' ', '-')}.mkv`)
  const groups = name === 'few key frames' ? [] : shortGroups
  await makeClip(path, ...options(), ...groups, '-c:a', 'aac')
  expect(await assumedOf(await readFile(path))).toBeUndefined()
})

test('nothing is assumed of a file that ends early, or whose index leads elsewhere', async () => {
  expect(await assumedOf(usual.subarray(0, usual.length - 2000))).toBeUndefined()
  const index = usual.lastIndexOf(Buffer.from('1c53bb6b', 'hex'))
  expect(index).toBeGreaterThan(0)
  for (let at = index + 5; at < Math.min(usual.length, index + 400); at += 7) {
    const spoiled = Buffer.from(usual)
    spoiled[at] = (spoiled[at] ?? 0) ^ 0x55
    const found = await assumedOf(spoiled)
    if (found) expect(plannedOf(found).frames).toBe(seconds * 25)
  }
})

test('a Matroska file with wrong bytes is refused or read, and never fails', async () => {
  const bytes = usual
  const random = seededRandom(7)
  for (let round = 0; round < 400; round += 1) {
    const spoiled = Buffer.from(bytes)
    // Where the file is described: in its first kilobytes and at its end.
    for (let count = 0; count < 3; count += 1) {
      const at = integerBetween(random, 0, 3000)
      spoiled[round % 2 ? at : bytes.length - 1 - at] = integerBetween(random, 0, 255)
    }
    await assumedOf(spoiled)
  }
})

/** A file of this test's making, with any elements at the end of its first cluster. */
function crowdedFile(crowd: Buffer): Buffer {
  const element = (id: string, ...content: Buffer[]): Buffer => {
    const body = Buffer.concat(content)
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE((1n << 56n) | BigInt(body.length))
    return Buffer.concat([Buffer.from(id, 'hex'), size, body])
  }
  const number = (id: string, value: number): Buffer => {
    const bytes = Buffer.alloc(6)
    bytes.writeUIntBE(value, 0, 6)
    return element(id, bytes)
  }
  const frames = Array.from({ length: 25 }, (_, at) =>
    element('a3', Buffer.from([0x81, (at * 40) >> 8, (at * 40) & 0xff, at ? 0 : 0x80, 1])),
  )
  const clusters = Array.from({ length: 13 }, (_, at) =>
    element('1f43b675', number('e7', at * 1000), ...frames, ...(at === 0 ? [crowd] : [])),
  )
  const tracks = element(
    '1654ae6b',
    element('ae', number('d7', 1), number('83', 1), element('86', Buffer.from('V_VP8')), number('23e383', 40e6)),
  )
  const seek = (index: number): Buffer =>
    element('114d9b74', element('4dbb', element('53ab', Buffer.from('1c53bb6b', 'hex')), number('53ac', index)))
  const before = [element('1549a966'), tracks]
  const placeOf = (at: number): number => Buffer.concat([seek(0), ...before, ...clusters.slice(0, at)]).length
  const points = clusters.map((_, at) => element('bb', number('b3', at * 1000), element('b7', number('f7', 1), number('f1', placeOf(at)))))
  const content = [seek(placeOf(clusters.length)), ...before, ...clusters, element('1c53bb6b', ...points)]
  return Buffer.concat([element('1a45dfa3'), element('18538067', ...content)])
}

test.each([
  ['key frames', Buffer.concat([Buffer.from([0xa3, 0x40, 50, 0x81, 0, 0, 0x80]), Buffer.alloc(46)])],
  ['elements that say nothing', Buffer.concat([Buffer.from([0xec, 0x40, 50]), Buffer.alloc(50)])],
])('a crafted file with nothing but %s is refused at once', async (_, element) => {
  expect((await assumedOf(crowdedFile(Buffer.alloc(0))))?.isAssumed).toBe(true)
  const bytes = crowdedFile(Buffer.alloc(400_000 * element.length, element))
  const startedAt = performance.now()
  expect(await assumedOf(bytes)).toBeUndefined()
  expect(performance.now() - startedAt).toBeLessThan(2000)
})
