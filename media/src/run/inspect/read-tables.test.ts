import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, copyFile, open, readFile, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { args } from '../../arguments/args.ts'
import { sampleSizes } from '../../mp4/sample-ranges.ts'
import { PacketLog, type PacketTracks, scanArguments } from '../../probing/packet-log.ts'
import { clipFolder, makeClip, moving, testMediaTools, tone } from '../../testing/clips.ts'
import { probeFile } from './probe-file.ts'
import { readTables } from './read-tables.ts'

const folder = clipFolder()
const mediaTools = await testMediaTools()
const signal = new AbortController().signal
const tablesOf = (path: string) => readTables(path, signal, 0)

/** What ffprobe lists after reading all of a file. */
async function scanned(path: string): Promise<PacketTracks> {
  const log = new PacketLog()
  const { stdout } = await promisify(execFile)(mediaTools.ffprobe, ['-v', 'error', ...scanArguments, path])
  for (const line of stdout.split('\n')) log.add(line)
  return log
}

const bFrames = args`-c:v libx264 -preset veryfast -pix_fmt yuv420p -g 20 -bf 3`
const film = (...more: readonly string[]): string[] => [...moving('160x90', 25, 2), ...tone(2), ...more]
const usual = () => folder.path('usual.mp4')
beforeAll(() => makeClip(usual(), ...film(...bFrames, '-c:a', 'aac')))

test.each([
  ['B-frames and AAC, whose encoder begins early', 'film.mp4', () => args`-i ${usual()} -c copy`],
  ['no edit list', 'plain.mp4', () => args`-i ${usual()} -c copy -use_editlist 0`],
  ['the index first', 'first.mov', () => args`-i ${usual()} -c copy -movflags +faststart`],
  ['HEVC without sound', 'silent.mov', () => args`${moving('160x90', 25, 1)} -c:v libx265 -preset ultrafast -x265-params log-level=none`],
  ['only key frames', 'keys.mp4', () => args`${moving('160x90', 25, 1)} -c:v mjpeg`],
  [
    'frames at any time',
    'free.mp4',
    () => [...moving('160x90', 90, 1), '-vf', "select='not(mod(n,7))+not(mod(n,11))'", '-fps_mode', 'vfr', ...bFrames],
  ],
])('the tables say what reading the file says: %s', async (_, name, options) => {
  const path = await makeClip(folder.path(name), ...options())
  const [tables, read] = [await tablesOf(path), await scanned(path)]
  expect(tables?.tracks.size).toBe(read.tracks.size)
  for (const [index, track] of read.tracks) {
    const other = tables?.tracks.get(index)
    expect({ ...other, durations: [] }).toEqual({ ...track, durations: [] })
    // ffprobe computes that of frames in another order from the rate, whatever the file says.
    if (name !== 'free.mp4') other?.durations.forEach((duration, at) => void expect(duration).toBeCloseTo(track.durations[at] ?? 0, 4))
  }
})

test.each([
  ['B-frames and AAC', 'film.mkv', () => args`-i ${usual()} -c copy`],
  [
    'HEVC and Vorbis',
    'hevc.mkv',
    () => film('-c:v', 'libx265', '-preset', 'ultrafast', '-x265-params', 'log-level=none', '-c:a', 'libvorbis'),
  ],
  [
    'VP9 and Opus, whose encoder begins early',
    'vp9.webm',
    () => film('-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'),
  ],
  [
    'raw audio and captions',
    'captions.mkv',
    () => args`-i ${usual()} -i ${folder.path('words.srt')} -map 0 -map 1 -c:v copy -c:a pcm_s16le`,
  ],
  ['lengths that are not known, as of a stream', 'live.webm', () => args`-i ${usual()} -map 0:v -c copy -f matroska -live 1`],
  [
    'frames at any time',
    'free.mkv',
    () => [...moving('160x90', 90, 1), '-vf', "select='not(mod(n,7))+not(mod(n,11))'", '-fps_mode', 'vfr', ...bFrames],
  ],
])('the blocks of a Matroska file say what reading it says: %s', async (_, name, options) => {
  await writeFile(folder.path('words.srt'), '1\n00:00:00,500 --> 00:00:01,250\nHello\n\n2\n00:00:01,300 --> 00:00:01,900\nBye\n')
  const path = await makeClip(folder.path(name), ...options())
  const [blocks, read] = [await tablesOf(path), await scanned(path)]
  expect(blocks?.tracks.size).toBe(read.tracks.size)
  for (const [index, track] of read.tracks) {
    const other = blocks?.tracks.get(index)
    expect({ ...other, durations: [] }).toEqual({ ...track, durations: [] })
    // ffprobe knows the length of a last packet of audio from its content.
    const [own, theirs] = [other?.durations.at(-1) ?? 0, track.durations.at(-1) ?? 0]
    expect(Math.abs(own - theirs)).toBeLessThan(0.11)
  }
})

test('nothing is said about blocks that ffmpeg reads further, or that are not all there', async () => {
  const film = await makeClip(folder.path('whole.mkv'), ...args`-i ${usual()} -c copy`)
  await makeClip(folder.path('other-codecs.mkv'), ...args`-i ${usual()} -c:v mpeg4 -c:a mp3`)
  const bytes = await readFile(film)
  await writeFile(folder.path('early-end.mkv'), bytes.subarray(0, bytes.length - 5000))
  const spoiled = Buffer.from(bytes)
  spoiled.fill(0, bytes.length >> 1, (bytes.length >> 1) + 3000)
  await writeFile(folder.path('spoiled.mkv'), spoiled)
  const laced = Buffer.from(bytes)
  const cluster = laced.indexOf(Buffer.from('1f43b675', 'hex'))
  const block = laced.indexOf(0xa3, cluster + 12)
  laced[block + 1 + (9 - Math.floor(Math.log2(laced[block + 1] ?? 1)) - 1) + 3] = 0x86
  await writeFile(folder.path('laced.mkv'), laced)
  for (const name of ['other-codecs.mkv', 'early-end.mkv', 'spoiled.mkv', 'laced.mkv']) {
    expect([name, await tablesOf(folder.path(name))]).toEqual([name, undefined])
  }
})

/** A Matroska file of this test's making: thirty frames, of which some are key frames. */
function matroska({ codec = 'V_VP9', scale = 1_000_000, between = Buffer.alloc(0), firstTime = 0, everyKey = 10 } = {}): Buffer {
  const element = (id: string, ...content: Buffer[]): Buffer => {
    const size = Buffer.alloc(8)
    size.writeBigUInt64BE(BigInt(Buffer.concat(content).length))
    size[0] = 0x01
    return Buffer.concat([Buffer.from(id, 'hex'), size, ...content])
  }
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  const track = element('ae', element('d7', number(1)), element('83', number(1)), element('86', Buffer.from(codec, 'latin1')))
  const blocks = Array.from({ length: 30 }, (_, at) => {
    const start = Buffer.from([0x81, 0, 0, at % everyKey === 0 ? 0x80 : 0])
    start.writeInt16BE(at * 40 + firstTime, 1)
    return element('a3', start, Buffer.from('picture'))
  })
  const info = element('1549a966', element('2ad7b1', number(scale)))
  const cluster = element('1f43b675', element('e7', number(0)), ...blocks)
  return Buffer.concat([element('1a45dfa3'), element('18538067', info, element('1654ae6b', track), between, cluster)])
}

test.each<[string, Parameters<typeof matroska>[0], boolean]>([
  ['nothing', {}, true],
  ['some empty elements', { between: Buffer.from('ec80'.repeat(1000), 'hex') }, true],
  ['a million empty elements', { between: Buffer.from('ec80'.repeat(1_000_000), 'hex') }, false],
  ['a codec with a name of megabytes', { codec: `${'\0'.repeat(4 << 20)}x` }, false],
  ['a codec of another kind of track', { codec: 'A_OPUS' }, false],
  ['no unit of time', { scale: 0 }, false],
  ['a unit of years', { scale: 4_000_000_000 }, false],
  ['times before the start', { firstTime: -40 }, false],
  ['nothing but key frames', { everyKey: 1 }, false],
])('a Matroska file with %s is read by its blocks or not', async (_, made, isRead) => {
  await writeFile(folder.path('made.mkv'), matroska(made))
  const tables = await tablesOf(folder.path('made.mkv'))
  expect(tables?.tracks.get(0)?.times.length).toBe(isRead ? 30 : undefined)
})

test('a track that begins later, and raw audio, which is one packet here', async () => {
  const both = args`-itsoffset 0.7 -i ${usual()} -i ${usual()} -map 0:v -map 1:a -c copy`
  const late = await makeClip(folder.path('late.mp4'), ...both)
  expect((await tablesOf(late))?.tracks.get(0)).toEqual((await scanned(late)).tracks.get(0))
  const raw = await makeClip(folder.path('raw.mov'), ...film('-c:v', 'prores_ks', '-c:a', 'pcm_s16le'))
  const bytes = (await scanned(raw)).tracks.get(1)?.bytes
  expect((await tablesOf(raw))?.tracks.get(1)).toMatchObject({ times: [0], durations: [2], bytes, hidden: 0 })
})

test('hours of raw audio, of which the table only says how many samples it has', () => {
  const stsz = new DataView(new ArrayBuffer(12))
  stsz.setUint32(4, 4)
  stsz.setUint32(8, 500_000_000)
  const sizes = sampleSizes({ stsz, stz2: undefined })
  expect([sizes?.count, sizes?.sum(0, 500_000_000)]).toEqual([500_000_000, 2_000_000_000])
})

test('nothing is said about what the tables do not say: edits, fragments, missing bytes, other formats', async () => {
  const whole = await makeClip(folder.path('whole.mp4'), ...args`-i ${usual()} -c copy -movflags +faststart`)
  expect(await tablesOf(whole)).toBeDefined()
  await makeClip(folder.path('cut.mp4'), '-ss', '1.1', '-i', whole, '-c', 'copy')
  await makeClip(folder.path('fragments.mp4'), ...args`-i ${whole} -c copy -movflags +frag_keyframe+empty_moov`)
  await makeClip(folder.path('other.avi'), ...args`-i ${whole} -c copy`)
  await copyFile(whole, folder.path('short.mp4'))
  await truncate(folder.path('short.mp4'), 20_000)
  await writeFile(folder.path('words.mp4'), 'just words, and nothing that a program could play')
  for (const name of ['cut.mp4', 'fragments.mp4', 'other.avi', 'short.mp4', 'words.mp4']) {
    expect([name, await tablesOf(folder.path(name))]).toEqual([name, undefined])
  }
})

test.each([
  ['stts', 8, 0xffffffff],
  ['stsz', 8, 0xffffffff],
  ['ctts', 4, 0x7fffffff],
  ['stss', 8, 0],
  ['elst', 4, 9],
  ['mdhd', 12, 0],
])('tables that cannot be right are not believed: %s', async (box, place, value) => {
  const bytes = await readFile(usual())
  bytes.writeUInt32BE(value, bytes.indexOf(box) + 4 + place)
  await writeFile(folder.path('bad.mp4'), bytes)
  expect(await tablesOf(folder.path('bad.mp4'))).toBeUndefined()
})

test('a large file is described as a small one with the same tracks', async () => {
  const large = folder.path('large.mp4')
  await copyFile(usual(), large)
  const spare = Buffer.alloc(8)
  spare.writeUInt32BE(64 << 20, 0)
  spare.write('free', 4)
  await appendFile(large, spare)
  const file = await open(large, 'r+')
  await file.truncate((await file.stat()).size + (64 << 20) - 8)
  await file.close()
  expect(await readTables(large, signal)).toBeDefined()
  const { size: _, bitrate: __, isFromIndex, ...facts } = await probeFile(mediaTools, large, signal)
  expect(isFromIndex).toBe(true)
  expect(await probeFile(mediaTools, usual(), signal)).toMatchObject(facts)
  expect((await probeFile(mediaTools, large, signal, undefined, { isInFull: true })).isFromIndex).toBeUndefined()
})

test('a file that still arrives is read from its address', async () => {
  const bytes = await readFile(usual())
  const server = createServer((request, response) => {
    const [, start = '', end = ''] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    response
      .writeHead(206, { 'content-range': `bytes ${start}-${end}/${bytes.length}` })
      .end(bytes.subarray(Number(start), Number(end) + 1))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close().closeAllConnections())
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${'0'.repeat(32)}`
  expect(await tablesOf(address)).toEqual(await tablesOf(usual()))
})
