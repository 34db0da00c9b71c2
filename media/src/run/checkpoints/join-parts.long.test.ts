import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../planning/formats.ts'
import { type MediaPlan, makePlan } from '../../planning/make-plan.ts'
import { copiedRungs, isReadFromStart, planSegments, type Segment } from '../../planning/part-plan.ts'
import { toNumber } from '../../probing/ratio.ts'
import { clipFolder, makeClip, moving, testMediaTools, tone } from '../../testing/clips.ts'
import { copyRungs } from '../encode/copy-rungs.ts'
import { encodeAudio } from '../encode/encode-audio.ts'
import { encodeExtras } from '../encode/encode-extras.ts'
import { encodeSegment } from '../encode/encode-segment.ts'
import { type EncodedVideo, encodeVideo } from '../encode/encode-video.ts'
import { probeFile } from '../inspect/probe-file.ts'
import type { AudioChunk } from './cut-audio.ts'
import type { Checkpoint, ChunkFile } from './cut-checkpoints.ts'
import { cutCopy } from './cut-copy.ts'
import { joinParts } from './join-parts.ts'

const run = promisify(execFile)
const clips = clipFolder()
const mediaTools = await testMediaTools()
const never = new AbortController().signal
/** Small enough to be copied. */
const copyable = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '28', '-pix_fmt', 'yuv420p']
const tiny = { minToSplit: 0, minPart: 0, maxPart: 100 }

async function planFor(input: string, chosen: readonly Format[]): Promise<MediaPlan> {
  return makePlan(await probeFile(mediaTools, input, never), chosen, mediaTools.machine)
}

interface Made extends EncodedVideo {
  checkpoints: Checkpoint[]
  audio: AudioChunk[]
}

/** The owner of a chunk moves it away, as a store does. */
async function ownCopy(chunk: AudioChunk, folder: string): Promise<AudioChunk> {
  const path = join(folder, `moved-${chunk.number}.mp4`)
  await rename(chunk.path, path)
  return { ...chunk, path }
}

/** What a player gets: the head of the first chunk, and the fragments of all. */
async function played(chunks: readonly ChunkFile[]): Promise<string> {
  const path = join(await mkdtemp(clips.path('played-')), 'track.mp4')
  const contents = await Promise.all(chunks.map((chunk) => readFile(chunk.path)))
  const heads = contents.slice(0, 1).map((content) => content.subarray(0, chunks[0]?.headBytes))
  await writeFile(path, Buffer.concat([...heads, ...contents.map((content, at) => content.subarray(chunks[at]?.headBytes))]))
  return path
}

const chunksOf = (checkpoints: readonly Checkpoint[], format: Format): ChunkFile[] =>
  checkpoints.flatMap(({ files }) => files.filter((file) => file.format === format))

/** Encodes the segments one after the other, as separate workers would; `earlier` are checkpoints that exist already. */
async function encodeInParts(
  plan: MediaPlan,
  input: string,
  segments: readonly Segment[],
  earlier: readonly Checkpoint[] = [],
): Promise<Made> {
  const folder = await mkdtemp(clips.path('parts-'))
  const rest = join(folder, 'rest')
  await mkdir(rest)
  const audio: AudioChunk[] = []
  const onAudio = async (chunk: AudioChunk) => void audio.push(await ownCopy(chunk, folder))
  const options = { signal: never, onProgress: () => {} }
  if (plan.audio) await encodeAudio(mediaTools, plan, input, rest, { ...options, onAudio })
  if (copiedRungs(plan).length > 0) await copyRungs(mediaTools, plan, input, rest, options)
  const { cpuSeconds } = await encodeExtras(mediaTools, plan, input, rest, options)
  const checkpoints = [...earlier]
  for (const [at, segment] of segments.entries()) {
    const own = join(folder, String(at))
    await mkdir(own)
    const onCheckpoint = async (checkpoint: Checkpoint) => void checkpoints.push(checkpoint)
    await encodeSegment(mediaTools, plan, segment, input, own, { signal: never, onProgress: () => {}, onCheckpoint })
  }
  const ofRung = async function* (format: Format) {
    for (const { files } of checkpoints) for (const file of files) if (file.format === format) yield file.path
  }
  const made = { checkpoints: ofRung, ssim: [], decodeErrors: 0, cpuSeconds, wallSeconds: 1 }
  return { ...(await joinParts(mediaTools, plan, rest, made, never)), checkpoints, audio }
}

/** In one pass, with the checkpoints it emitted on its way. */
async function encodeWithCheckpoints(plan: MediaPlan, input: string): Promise<Made> {
  const checkpoints: Checkpoint[] = []
  const audio: AudioChunk[] = []
  const missed: unknown[] = []
  const sink = {
    keep: async (checkpoint: Checkpoint) => void checkpoints.push(checkpoint),
    keepAudio: async (chunk: AudioChunk) => void audio.push(chunk),
    onMissed: (error: unknown): 'stop' => {
      missed.push(error)
      return 'stop'
    },
    drop: async () => void checkpoints.splice(0),
    everyMs: 5,
  }
  const folder = await mkdtemp(clips.path('whole-'))
  const encodedVideo = await encodeVideo(mediaTools, plan, input, folder, { signal: never, checkpoints: sink })
  expect(missed).toEqual([])
  return { ...encodedVideo, checkpoints, audio }
}

async function encodeWhole(plan: MediaPlan, input: string): Promise<EncodedVideo> {
  return encodeVideo(mediaTools, plan, input, await mkdtemp(clips.path('whole-')), { signal: never })
}

/** When every packet is stored and shown, and when the track says it ends. Each file is read once: starting ffprobe takes the most of it. */
async function times(path: string, track: 'v' | 'a'): Promise<string[]> {
  const known = readFiles.get(path) ?? readPackets(path)
  readFiles.set(path, known)
  // Sizes of pictures differ with every encode, and those of sound do not.
  const [kind, end] = track === 'v' ? ['video', 4] : ['audio', 5]
  return (await known).flatMap((packet) => (packet[0] === kind ? [packet.slice(1, end).join(',')] : []))
}
const readFiles = new Map<string, Promise<string[][]>>()

async function readPackets(path: string): Promise<string[][]> {
  const wanted = ['-show_entries', 'packet=codec_type,pts,dts,duration,size', '-of', 'csv=p=0']
  const { stdout } = await run('ffprobe', ['-v', 'error', ...wanted, path])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.split(','))
}

const shown = (packets: readonly string[]): number[] => packets.map((packet) => Number(packet.split(',')[0])).sort((a, b) => a - b)

/** Each packet later than the one before it, and none later than it is shown. */
const isStoredInOrder = (packets: readonly string[]): boolean => {
  const each = packets.map((packet) => packet.split(',').map(Number))
  return each.every(([pts = 0, dts = 0], at) => dts <= pts && (at === 0 || dts > (each[at - 1]?.[1] ?? 0)))
}

/** Mean luma SSIM of two videos that have the same pictures. */
async function likeness(one: string, other: string): Promise<number> {
  const { stderr } = await run('ffmpeg', ['-i', one, '-i', other, '-lavfi', '[0:v][1:v]ssim', '-f', 'null', '-'])
  return Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1])
}

/** A hash of each picture. */
async function decoded(path: string): Promise<(string | undefined)[]> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:v', '-f', 'framemd5', '-'])
  return stdout
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => line.split(',').at(-1)?.trim())
}

/** Pictures that are never copied, few and small. */
const encodedAnew = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv422p']

/** Every picture keeps its own time: between 20 and 40 a second. */
const phone = (size: string): string[] => [
  ...moving(size, 120, 7),
  ...tone(7),
  ...['-vf', "select='not(mod(n\\,4))+eq(mod(n\\,60)\\,7)',setpts='PTS+mod(N*7\\,3)*0.002/TB'", '-fps_mode', 'vfr'],
  ...['-enc_time_base', '1:90000', '-video_track_timescale', '90000', ...encodedAnew, '-bf', '0', '-g', '50', '-c:a', 'aac'],
]

const sources: Record<string, string[]> = {
  'steady.mp4': [...moving('64x36', 30, 7), ...tone(7), ...encodedAnew, '-g', '60', '-bf', '2', '-c:a', 'aac'],
  'film.mkv': [...moving('64x36', '24000/1001', 7), ...tone(7), ...encodedAnew, '-g', '48', '-c:a', 'libopus'],
  'open.mp4': [...moving('320x180', 15, 7), ...encodedAnew, '-x264-params', 'open-gop=1:keyint=30:bframes=3'],
  'phone.mp4': phone('64x36'),
}

/** Without an index one can trust, with hidden pictures, or without a second key frame. */
const readFromStart: Record<string, string[]> = {
  'old.avi': ['-c:v', 'mpeg4', '-bf', '2', '-c:a', 'mp3'],
  'broadcast.ts': [...encodedAnew, '-g', '30', '-bf', '2', '-c:a', 'aac'],
  'disc.mpg': ['-c:v', 'mpeg2video', '-q:v', '4', '-c:a', 'mp2'],
  'windows.wmv': ['-c:v', 'wmv2', '-q:v', '4', '-c:a', 'wmav2'],
  'flash.flv': ['-c:v', 'flv1', '-q:v', '4', '-c:a', 'mp3', '-ar', '44100'],
  // Begins in the middle of a group; what comes before is there and hidden.
  'edited.mp4': [...encodedAnew, '-g', '60', '-c:a', 'aac'],
  'one-group.mp4': [...encodedAnew, '-g', '9999', '-sc_threshold', '0', '-c:a', 'aac'],
}

describe('a video made in parts', { timeout: 300_000 }, () => {
  it.each(Object.keys(sources))('has every picture and sound at the time it has when made at once: %s', async (name) => {
    const input = await makeClip(clips.path(name), ...(sources[name] ?? []))
    const plan = await planFor(input, ['480p'])
    const segments = planSegments(plan, tiny) ?? []
    expect(segments.length).toBeGreaterThan(2)
    expect(segments.reduce((sum, { frames }) => sum + frames, 0)).toBe(plan.facts.video.frames)

    const [parts, whole] = [await encodeInParts(plan, input, segments), await encodeWhole(plan, input)]
    const [mine, serial] = [parts.renditions[0]?.path ?? '', whole.renditions[0]?.path ?? '']
    expect(shown(await times(mine, 'v'))).toEqual(shown(await times(serial, 'v')))
    expect(isStoredInOrder(await times(mine, 'v'))).toBe(true)
    if (plan.audio) expect(await times(mine, 'a')).toEqual(await times(serial, 'a'))
    const seen = shown(await times(await played(chunksOf(parts.checkpoints, '480p')), 'v'))
    // Where pictures are of uneven length, the lead of the decoder differs between segments.
    const tolerance = plan.timeline.even ? 0 : 0.02 / toNumber(plan.timeline.timeBase)
    for (const [at, tick] of shown(await times(mine, 'v')).entries())
      expect(Math.abs((seen[at] ?? Number.NaN) - tick)).toBeLessThanOrEqual(tolerance)
    if (plan.audio) expect(await times(await played(parts.audio), 'a')).toEqual(await times(mine, 'a'))
    if (plan.audio) expect(Math.min(...parts.audio.map((chunk) => chunk.seconds))).toBeGreaterThan(0.5)
    expect(await likeness(mine, serial)).toBeGreaterThan(0.97)
    expect(parts.renditions[0]?.bytes).toBeLessThan((whole.renditions[0]?.bytes ?? 0) * 1.1)
  })

  it('resumes after the last checkpoint, wherever that ended', async () => {
    const input = await makeClip(clips.path('again.mp4'), ...moving('64x36', 15, 7), ...encodedAnew, '-g', '38')
    const plan = await planFor(input, ['480p'])
    const frames = plan.timeline.frames
    // The fourth second is in the middle of a group of the source.
    const segments = [
      { from: 0, to: 60, frames: 60 },
      { from: 60, to: undefined, frames: frames - 60 },
    ]
    const [parts, whole] = [await encodeInParts(plan, input, segments), await encodeWhole(plan, input)]
    const [mine, serial] = [await times(parts.renditions[0]?.path ?? '', 'v'), await times(whole.renditions[0]?.path ?? '', 'v')]
    expect(shown(mine)).toEqual(shown(serial))
    expect(await likeness(parts.renditions[0]?.path ?? '', whole.renditions[0]?.path ?? '')).toBeGreaterThan(0.97)
  })

  it('takes thumbnails from all frames where key frames are far apart', async () => {
    const input = await makeClip(clips.path('far.mp4'), ...moving('64x36', 10, 14), ...encodedAnew, '-g', '9999', '-sc_threshold', '0')
    const plan = await planFor(input, ['480p'])
    const folder = await mkdtemp(clips.path('rest-'))
    await encodeExtras(mediaTools, plan, input, folder, { signal: never, onProgress: () => {} })
    const track = (await readdir(folder)).find((name) => name.endsWith('.vtt')) ?? ''
    expect((await readFile(join(folder, track), 'utf8')).match(/-->/g)?.length).toBeGreaterThan(5)
  })

  it('makes one format before the others, with the same pictures', async () => {
    const input = await makeClip(clips.path('ahead.mp4'), ...moving('720x720', 5, 6), ...tone(6), ...encodedAnew, '-g', '10', '-c:a', 'aac')
    const plan: MediaPlan = { ...(await planFor(input, ['720p', '480p'])), ahead: '480p' }
    const segments = planSegments(plan, tiny) ?? []
    expect(new Set(segments.map(({ formats }) => formats?.join()))).toEqual(new Set(['480p', '720p']))
    expect(segments.map(({ formats }) => formats?.join()).indexOf('720p')).toBe(segments.length / 2)
    const [parts, whole] = [await encodeInParts(plan, input, segments), await encodeWhole(plan, input)]
    for (const [at, { path }] of parts.renditions.entries()) {
      const serial = whole.renditions[at]?.path ?? ''
      expect(shown(await times(path, 'v'))).toEqual(shown(await times(serial, 'v')))
      expect(await times(path, 'a')).toEqual(await times(serial, 'a'))
      expect(await likeness(path, serial)).toBeGreaterThan(0.97)
      expect(parts.renditions[at]?.index.segments.map(({ seconds }) => seconds)).toEqual(
        whole.renditions[at]?.index.segments.map(({ seconds }) => seconds),
      )
    }
  })

  it('fails with what ffmpeg says when it cannot write, and with the error of a checkpoint that cannot be read', async () => {
    const input = await makeClip(clips.path('unjoined.mp4'), ...moving('64x36', 10, 7), ...encodedAnew, '-g', '20')
    const plan = await planFor(input, ['480p'])
    const folder = await mkdtemp(clips.path('unjoined-'))
    const checkpoints: Checkpoint[] = []
    const onCheckpoint = async (checkpoint: Checkpoint) => void checkpoints.push(checkpoint)
    const whole = { from: 0, to: undefined, frames: plan.timeline.frames }
    await encodeSegment(mediaTools, plan, whole, input, folder, { signal: never, onProgress: () => {}, onCheckpoint })
    const paths = chunksOf(checkpoints, '480p').map(({ path }) => path)
    const joining = (target: string, ofRung: () => AsyncGenerator<string>) =>
      joinParts(mediaTools, plan, target, { checkpoints: ofRung, ssim: [], decodeErrors: 0, cpuSeconds: 0, wallSeconds: 1 }, never)
    const blocked = await mkdtemp(clips.path('blocked-'))
    await mkdir(join(blocked, 'video-480p.mp4'))
    const endless = async function* () {
      for (;;) yield* paths
    }
    await expect(joining(blocked, endless)).rejects.toMatchObject({ name: 'ProgramFailure' })
    const lost = async function* () {
      yield paths[0] ?? ''
      throw new Error('The second one is lost.')
    }
    await expect(joining(await mkdtemp(clips.path('lost-')), lost)).rejects.toThrow('The second one is lost.')
  })

  it('keeps a copied rung whole, and the groups of the others with it', async () => {
    const input = await makeClip(
      clips.path('copied.mp4'),
      ...moving('720x720', 10, 7),
      ...tone(7),
      ...copyable,
      ...['-g', '20', '-c:a', 'aac'],
    )
    const plan = await planFor(input, ['720p', '480p'])
    expect(plan.rungs.map(({ action }) => action)).toEqual(['copy', 'encode'])
    const parts = await encodeInParts(plan, input, planSegments(plan, tiny) ?? [])
    const [top, low] = parts.renditions
    expect(top?.index.segments.map(({ seconds }) => seconds)).toEqual(low?.index.segments.map(({ seconds }) => seconds))
    expect([top?.frames, low?.frames]).toEqual([70, 70])
  })

  it('plays a copied rung as its pictures alone, at the same times', async () => {
    const sources = [...moving('720x720', 10, 7), ...tone(7), ...copyable, '-bf', '2', '-g', '20', '-c:a', 'pcm_s16le']
    const input = await makeClip(clips.path('copied.mkv'), ...sources)
    const plan = await planFor(input, ['720p', '480p'])
    const folder = await mkdtemp(clips.path('copy-'))
    const made = await copyRungs(mediaTools, plan, input, folder, { signal: never, onProgress: () => {} })
    expect(made).toMatchObject({ files: ['video-720p.mp4'], decodeErrors: 0 })
    const [rendition, leads] = [join(folder, 'video-720p.mp4'), join(folder, 'leads')]
    const { headBytes, codec, chunks } = await cutCopy(rendition, leads)
    expect(codec).toMatch(/^avc1\./)
    expect(chunks.map(({ seconds }) => seconds)).toEqual([2, 2, 2, 1])
    const [small, large] = [await readFile(leads), await readFile(rendition)]
    const bytesOf = (file: Buffer, { from, bytes }: { from: number; bytes: number }) => file.subarray(from, from + bytes)
    const track = join(folder, 'track.mp4')
    await writeFile(
      track,
      Buffer.concat([
        bytesOf(small, { from: 0, bytes: headBytes }),
        ...chunks.flatMap(({ lead, data }) => [bytesOf(small, lead), bytesOf(large, data)]),
      ]),
    )
    expect(await times(track, 'a')).toEqual([])
    expect(await times(track, 'v')).toEqual(await times(rendition, 'v'))
    expect(await decoded(track)).toEqual(await decoded(rendition))
  })

  it.each(Object.keys(readFromStart))('resumes after the last checkpoint of a source that is read from its start: %s', async (name) => {
    // MPEG-2 knows few rates, and at 64x48 it cannot be split: a part has a frame less than planned.
    const [size, rate] = name === 'disc.mpg' ? ['320x240', 25] : ['64x48', 15]
    const made = await makeClip(clips.path(name), ...moving(size, rate, 7), ...tone(7), ...(readFromStart[name] ?? []))
    const input = name === 'edited.mp4' ? await makeClip(clips.path('from-the-middle.mp4'), '-ss', '1.5', '-i', made, '-c', 'copy') : made
    const plan = await planFor(input, ['480p'])
    expect(planSegments(plan, tiny)).toBeUndefined()
    // As a worker that was killed after four seconds left it, and as the next one goes on.
    const at = Math.round(4 / toNumber(plan.timeline.timeBase))
    const missing = plan.facts.video.firstDecoded - plan.facts.video.start
    const done = Math.round((4 - missing) * toNumber(plan.timeline.rate))
    const left = { from: at, to: undefined, frames: plan.timeline.frames - done }
    expect(isReadFromStart(plan, left)).toBe(true)
    const [parts, serial] = [await encodeInParts(plan, input, [{ from: 0, to: at, frames: done }, left]), await encodeWhole(plan, input)]
    const [mine, theirs] = [parts.renditions[0]?.path ?? '', serial.renditions[0]?.path ?? '']
    expect(shown(await times(mine, 'v'))).toEqual(shown(await times(theirs, 'v')))
    expect(await times(mine, 'a')).toEqual(await times(theirs, 'a'))
    expect(await likeness(mine, theirs)).toBeGreaterThan(0.97)
  })
})

describe('a pass that was cut short', { timeout: 300_000 }, () => {
  const usual = ['-g', '60', '-bf', '2', '-c:a', 'aac']
  // Large enough that ffmpeg writes its first groups to the file before it ends.
  const cases: Record<string, { recipe: string[]; formats: Format[] }> = {
    'steady-pass.mp4': { recipe: [...moving('320x180', 30, 7), ...tone(7), ...encodedAnew, ...usual], formats: ['480p'] },
    'phone-pass.mp4': { recipe: phone('320x180'), formats: ['480p'] },
    'copied-pass.mp4': {
      recipe: [...moving('720x720', 30, 5), ...tone(5), ...copyable, ...usual],
      formats: ['720p', '480p'],
    },
  }

  it.each(Object.entries(cases))('is resumed after its last checkpoint: %s', async (name, { recipe, formats }) => {
    const input = await makeClip(clips.path(name), ...recipe)
    const plan = await planFor(input, formats)
    let whole = await encodeWithCheckpoints(plan, input)
    // On a busy machine a pass can end before anything is cut from its files.
    for (let tries = 1; whole.checkpoints.length < 2 && tries < 10; tries += 1) whole = await encodeWithCheckpoints(plan, input)
    const earlier = whole.checkpoints.slice(0, 2)
    const last = earlier.at(-1)
    const done = earlier.reduce((sum, { frames }) => sum + frames, 0)
    expect(done).toBeGreaterThanOrEqual(2 * 20)
    expect(done).toBeLessThan(plan.timeline.frames)
    const left = { from: last?.to ?? 0, to: undefined, frames: plan.timeline.frames - done }
    const parts = await encodeInParts(plan, input, [left], earlier)
    const contentOf = async ({ path, headBytes }: ChunkFile) => (await readFile(path)).subarray(headBytes)
    expect(await Promise.all(parts.audio.map(contentOf))).toEqual(await Promise.all(whole.audio.map(contentOf)))
    for (const [at, { path, format }] of parts.renditions.entries()) {
      const serial = whole.renditions[at]?.path ?? ''
      const chunks = chunksOf(whole.checkpoints, format)
      if (chunks.length > 0) expect(await times(await played(chunks), 'v')).toEqual(await times(serial, 'v'))
      if (plan.audio) expect(await times(await played(whole.audio), 'a')).toEqual(await times(serial, 'a'))
      expect(shown(await times(path, 'v'))).toEqual(shown(await times(serial, 'v')))
      expect(isStoredInOrder(await times(path, 'v'))).toBe(true)
      if (plan.audio) expect(await times(path, 'a')).toEqual(await times(serial, 'a'))
      expect(await likeness(path, serial)).toBeGreaterThan(0.97)
    }
  })
})
