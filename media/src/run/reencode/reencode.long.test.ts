import { execFile } from 'node:child_process'
import { mkdtemp, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../planning/formats.ts'
import { makePlan } from '../../planning/make-plan.ts'
import type { ChosenSettings } from '../../planning/reencode/choose-crf.ts'
import { type GroupRange, planParts, rangeOf, segmentOf } from '../../planning/reencode/reencode-plan.ts'
import { clipFolder, makeClip, moving, testMediaTools, tone } from '../../testing/clips.ts'
import { encodeVideo } from '../encode/encode-video.ts'
import { probeFile } from '../inspect/probe-file.ts'
import { readStreamIndex } from '../inspect/read-index.ts'
import { chooseQuality } from './choose-quality.ts'
import { compareVersions } from './compare-versions.ts'
import { encodeRuns, type Reencode } from './encode-runs.ts'
import { joinReencode, readGroups } from './join-reencode.ts'
import { readAv1Version } from './read-av1-version.ts'

const run = promisify(execFile)
const clips = clipFolder()
const mediaTools = await testMediaTools()
const signal = new AbortController().signal
const settings = { threads: 1, isScreen: false }

/** A source with its H.264 rendition, ready to be encoded again. */
async function prepare(input: string, chosen: readonly Format[] = ['480p']) {
  const plan = makePlan(await probeFile(mediaTools, input, signal), chosen, mediaTools.machine)
  const encoded = await mkdtemp(clips.path('h264-'))
  const { renditions } = await encodeVideo(mediaTools, plan, input, encoded, { signal, onProgress: () => {} })
  const [rendition] = renditions
  const rung = plan.rungs.find(({ format }) => format === rendition?.format)
  const read = rendition && (await readGroups(plan, rendition.path))
  if (!rendition || !rung || !read) throw new Error('There is no rendition.')
  const folder = await mkdtemp(clips.path('av1-'))
  const majorVersion = await readAv1Version(mediaTools, folder, signal)
  expect(majorVersion).toBeGreaterThan(0)
  const reencode: Reencode = { mediaTools, plan, rung, majorVersion, input, folder, signal }
  const { groups } = read
  const { initBytes, segments } = await readStreamIndex(rendition.path)
  const cut = async (from: number, to: number) => {
    const file = await open(rendition.path)
    const first = segments[from]?.offset ?? 0
    const last = segments[to - 1]
    const bytes = Buffer.alloc((last?.offset ?? 0) + (last?.bytes ?? 0) - first)
    const head = Buffer.alloc(initBytes)
    await file.read(head, 0, initBytes, 0)
    await file.read(bytes, 0, bytes.length, first)
    await file.close()
    const path = join(folder, `before-${from}.mp4`)
    await writeFile(path, Buffer.concat([head, bytes]))
    return path
  }
  return { reencode, groups, rendition, cut }
}

/** Encodes every part, as workers do one after the other, and joins them with the sound of the rendition. */
async function encodeAll({ reencode, groups, rendition }: Awaited<ReturnType<typeof prepare>>, crf: number) {
  const files: string[] = []
  for (const [at, part] of planParts(reencode.plan, reencode.rung, groups).entries()) {
    const made = join(reencode.folder, `part-${at}.mp4`)
    await encodeRuns(reencode, part.runs, { ...settings, crf }, made)
    files.push(made)
  }
  const inOrder = async function* () {
    yield* files
  }
  return { files, joined: await joinReencode(reencode, inOrder(), rendition.path) }
}

/** Times, sizes of the timeline and key flags of the video, in the order in which frames are shown. */
async function shown(path: string): Promise<string[]> {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time,flags', '-of', 'csv=p=0', path],
  ])
  const packets = stdout.trim().split('\n')
  return packets.map((line) => line.replace(/_.*$/, '')).sort((a, b) => Number.parseFloat(a) - Number.parseFloat(b))
}

const audioOf = async (path: string): Promise<string> =>
  (await run('ffprobe', ['-v', 'error', '-select_streams', 'a', '-show_entries', 'packet=pts,size', '-of', 'csv=p=0', path])).stdout

describe('a rendition in AV1', () => {
  it('has the frames, key frames, times and sound of the H.264, uneven groups included', async () => {
    const source = await makeClip(
      clips.path('even.mkv'),
      ...[...moving('192x108', '30000/1001', 11), ...tone(11), '-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'],
    )
    const prepared = await prepare(source)
    const { reencode, groups, rendition, cut } = prepared
    const parts = planParts(reencode.plan, reencode.rung, groups)
    // The early groups have one second, the others two.
    expect(parts.flatMap(({ runs }) => runs.map(({ groupFrames }) => groupFrames))).toEqual([30, 60, 60])
    const { files, joined } = await encodeAll(prepared, 30)
    const compare = async (range: GroupRange, made = '') =>
      compareVersions(reencode, segmentOf(groups, range.from, range.to), { made, before: await cut(range.from, range.to), threads: 1 })
    const whole = await compare({ from: 0, to: groups.length }, joined.path)
    const compared = await Promise.all(parts.map((part, at) => compare(rangeOf(part, groups), files[at])))
    const mean = (key: 'ssim' | 'ssimBefore') => compared.reduce((sum, one) => sum + one.frames * one[key], 0) / whole.frames
    expect(compared.map(({ frames }) => frames)).toEqual([120, 120, 90])
    expect([mean('ssim'), mean('ssimBefore')]).toEqual([expect.closeTo(whole.ssim, 5), expect.closeTo(whole.ssimBefore, 5)])
    expect(whole.ssim).toBeGreaterThan(0.9)
    expect(await shown(joined.path)).toEqual(await shown(rendition.path))
    expect(await audioOf(joined.path)).toBe(await audioOf(rendition.path))
    expect(joined.index.codecs).toEqual(['av01.0.00M.08.0.111.06.06.06.0', 'mp4a.40.2'])
    expect(joined.index.segments.map(({ seconds }) => seconds.toFixed(2))).toEqual(
      rendition.index.segments.map(({ seconds }) => seconds.toFixed(2)),
    )
  })

  it('keeps ten bit and the times of frames at a variable rate', async () => {
    const source = await makeClip(
      clips.path('uneven.mp4'),
      ...moving('128x72', 30, 5),
      ...['-vf', "select='not(eq(mod(n,7),3))',settb=1/15360,setpts='PTS+120*mod(N,3)',format=yuv420p10le", '-fps_mode', 'vfr'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25'],
    )
    const prepared = await prepare(source)
    const { joined } = await encodeAll(prepared, 40)
    expect(await shown(joined.path)).toEqual(await shown(prepared.rendition.path))
    expect(joined.index.codecs[0]).toMatch(/^av01\.0\.00M\.10/)
  })

  it('takes more frames per second than the encoder knows', async () => {
    const source = await makeClip(clips.path('fast.mkv'), ...moving('128x72', 250, 3), '-c:v', 'mpeg4', '-q:v', '3')
    const prepared = await prepare(source)
    expect(await shown((await encodeAll(prepared, 40)).joined.path)).toEqual(await shown(prepared.rendition.path))
  })

  it('gets the quality of the H.264 from its tries', async () => {
    const source = await makeClip(clips.path('tries.avi'), ...moving('320x180', 15, 4), '-c:v', 'mpeg4', '-q:v', '2')
    const { reencode, groups, cut } = await prepare(source)
    const chosen = await chooseQuality(reencode, groups, cut, settings)
    expect(chosen.slope).toBeGreaterThan(0)
    expect(chosen.cpuSeconds).toBeGreaterThan(0)
    const made = join(reencode.folder, 'chosen.mp4')
    const parts = planParts(reencode.plan, reencode.rung, groups)
    await encodeRuns(
      reencode,
      parts.flatMap(({ runs }) => runs),
      { ...settings, crf: chosen.crf },
      made,
    )
    const whole = segmentOf(groups, 0, groups.length)
    const compared = await compareVersions(reencode, whole, { made, before: await cut(0, groups.length), threads: 1 })
    expect(Math.abs(compared.ssim - compared.ssimBefore)).toBeLessThan(0.01)
    // One try is enough near what a taller version needed, and its step counts; far from it that version says nothing.
    const taller = { crf: chosen.crf, slope: chosen.slope * 1.25, isScreen: false }
    expect((await chooseQuality(reencode, groups, cut, settings, taller)).slope).toBe(taller.slope)
    const far = { crf: chosen.crf > 40 ? 20 : 60, slope: chosen.slope, isScreen: false }
    expect((await chooseQuality(reencode, groups, cut, settings, far)).slope).not.toBe(far.slope)
  })

  it('looks for what only screens have where that pays, or where it paid for a taller version', async () => {
    const isScreen = async (name: string, input: string[], taller?: ChosenSettings) => {
      const source = await makeClip(clips.path(name), ...input, '-t', '4', '-c:v', 'libx264', '-qp', '4', '-pix_fmt', 'yuv420p')
      const { reencode, groups, cut } = await prepare(source)
      return (await chooseQuality(reencode, groups, cut, settings, taller)).isScreen
    }
    const lines = 'drawgrid=w=7:h=9:c=black:t=2,drawgrid=w=31:h=23:c=red,scroll=h=0.01'
    expect(await isScreen('lines.mkv', ['-f', 'lavfi', '-i', `color=white:s=320x180:r=15,${lines}`])).toBe(true)
    const zoom = ['-f', 'lavfi', '-i', 'mandelbrot=s=320x180:r=15,gblur=1']
    expect(await isScreen('zoom.mkv', zoom)).toBe(false)
    expect(await isScreen('zoom.mkv', zoom, { crf: 36, slope: 0.2, isScreen: true })).toBe(true)
  })
})
