import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { args } from '../../arguments/args.ts'
import { makePlan } from '../../planning/make-plan.ts'
import { clipFolder, decoded, makeClip, moving, testMediaTools, tone } from '../../testing/clips.ts'
import { probeFile } from '../inspect/probe-file.ts'
import { type AudioChunk, AudioCutter } from './cut-audio.ts'

const clips = clipFolder()
const mediaTools = await testMediaTools()
const pictureSeconds = 14
const sampleRate = 44_100

interface Source {
  extension: string
  audio: string[]
}
const avi = { extension: 'avi', audio: args`-c:a mp3` }
/** Whose audio is exactly as long as was asked for. */
const mov = { extension: 'mov', audio: args`-c:a pcm_s16le` }
/** As recorders write it that wait for the first picture; the audio is copied. */
const gapAtStart = { extension: 'mp4', audio: args`-c:a aac -bsf:a setts=ts=PTS+gt(N\\,0)*3072 -use_editlist 0` }

/** The chunks of a file that ffmpeg is writing, and of what is left when it is over. */
async function chunksOf(name: string, audioSeconds: number, channels: number, source: Source = avi) {
  const sound = [...tone(audioSeconds), '-ac', String(channels)]
  const { extension, audio } = source
  const path = clips.path(`${name}.${extension}`)
  await makeClip(path, ...moving('64x36', 25, pictureSeconds), ...sound, ...args`-c:v mpeg4`, ...audio)
  const plan = makePlan(await probeFile(mediaTools, path, new AbortController().signal), ['480p'], mediaTools.machine)
  const flags = args`-c:v libx264 -preset ultrafast -g 50 -movflags +frag_keyframe+empty_moov+default_base_moof+delay_moov`
  const copiedOrNot = args`-c:a ${plan.audio?.action === 'copy' ? 'copy' : 'aac'}`
  const grown = await makeClip(clips.path(`grown-${name}.mp4`), '-i', path, ...flags, ...copiedOrNot)
  const cutter = new AudioCutter(grown, await mkdtemp(clips.path('chunks-')), plan)
  const [growing, rest]: [AudioChunk[], AudioChunk[]] = [[], []]
  for (let chunk = await cutter.cut(false); chunk; chunk = await cutter.cut(false)) growing.push(chunk)
  for (let chunk = await cutter.cut(true); chunk; chunk = await cutter.cut(true)) rest.push(chunk)
  return { growing, chunks: [...growing, ...rest] }
}

const secondsOf = (chunks: readonly AudioChunk[]) => chunks.reduce((sum, { seconds }) => sum + seconds, 0)

const endsOf = (chunks: readonly AudioChunk[]) => chunks.map((_, at) => secondsOf(chunks.slice(0, at + 1)))

/** The loudest sample of each second that a player hears. */
async function heard(chunks: readonly AudioChunk[]): Promise<number[]> {
  const files = await Promise.all(chunks.map(({ path }) => readFile(path)))
  const whole = join(clips.path(''), `heard-${chunks.length}-${Math.random()}.mp4`)
  await writeFile(whole, Buffer.concat(files.map((file, at) => (at === 0 ? file : file.subarray(chunks[at]?.headBytes)))))
  const bytes = await decoded(whole, ...args`-ac 1 -f s16le -`)
  const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1)
  return Array.from({ length: Math.floor(samples.length / sampleRate) }, (_, second) =>
    samples.subarray(second * sampleRate, (second + 1) * sampleRate).reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  )
}

test.each([1, 2])('audio that ends before the pictures is followed by silence up to their end: %i channels', async (channels) => {
  const { growing, chunks } = await chunksOf(`short-${channels}`, 6, channels)
  // Not only when the pass is over: viewers wait for it meanwhile.
  expect(secondsOf(growing)).toBeGreaterThan(pictureSeconds - 3)
  expect(Math.abs(secondsOf(chunks) - pictureSeconds)).toBeLessThan(0.1)
  const loudest = await heard(chunks)
  expect(loudest.length).toBeGreaterThanOrEqual(pictureSeconds - 1)
  expect(loudest.slice(0, 6).every((most) => most > 1000)).toBe(true)
  expect(loudest.slice(7).every((most) => most < 10)).toBe(true)
})

test('a short last sample that begins a chunk changes no chunk: another worker may not have seen it', async () => {
  const { chunks } = await chunksOf('exact', 6, 2, mov)
  const ends = endsOf(chunks).map((end) => Math.round((end * sampleRate) / 1024))
  const secondsAtEnds = [1, 2, 3, 4, 6, 8, 10, 12]
  expect(ends.slice(0, -1)).toEqual(secondsAtEnds.map((seconds) => Math.ceil((seconds * sampleRate) / 1024)))
})

test('a gap after the first sample of copied audio makes no chunk shorter and the silence no longer', async () => {
  const { growing, chunks } = await chunksOf('gap', pictureSeconds - 0.3, 2, gapAtStart)
  const gap = 3072 / sampleRate
  expect(endsOf(growing).slice(0, 4)).toEqual([1, 2, 3, 4].map((second) => expect.closeTo(second + gap, 1)))
  expect(Math.abs(secondsOf(chunks) - pictureSeconds)).toBeLessThan(0.1)
})

test('audio that ends after the pictures is left as it is', async () => {
  const { chunks } = await chunksOf('long', pictureSeconds + 3, 2)
  expect(Math.abs(secondsOf(chunks) - pictureSeconds - 3)).toBeLessThan(0.1)
  expect((await heard(chunks)).every((most) => most > 1000)).toBe(true)
})
