import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { rungFile } from '../../arguments/encode-arguments.ts'
import { readFragment } from '../../mp4/fragments.ts'
import { type MediaPlan, makePlan } from '../../planning/make-plan.ts'
import { wholeSegment } from '../../planning/part-plan.ts'
import { clipFolder, makeClip, moving, testMediaTools, tone } from '../../testing/clips.ts'
import { probeFile } from '../inspect/probe-file.ts'
import { CheckpointCutter } from './cut-checkpoints.ts'
import { GrowingFile } from './growing-file.ts'

const clips = clipFolder()
const mediaTools = await testMediaTools()

/** Sixteen seconds in groups of two, as a pass has written them that is not over yet. */
let grown: string
/** The same for eight seconds and a frame. */
let odd: string
let plan: MediaPlan
beforeAll(async () => {
  const coding = ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '50', '-sc_threshold', '0', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
  const source = await makeClip(clips.path('source.avi'), ...moving('320x180', 25, 16), ...tone(16), '-c:v', 'mpeg4', '-c:a', 'mp3')
  plan = makePlan(await probeFile(mediaTools, source, new AbortController().signal), ['480p'], mediaTools.machine)
  const flags = ['-movflags', '+frag_keyframe+empty_moov+default_base_moof+delay_moov']
  grown = await makeClip(clips.path('grown.mp4'), ...moving('320x180', 25, 16), ...tone(16), ...coding, ...flags)
  odd = await makeClip(clips.path('odd.mp4'), ...moving('320x180', 25, 8.04), ...coding, ...flags)
})

async function opened(
  file = grown,
  frames = plan.timeline.frames,
  even = plan.timeline.even,
): Promise<{ path: string; cutter: CheckpointCutter }> {
  const folder = await mkdtemp(clips.path('pass-'))
  const [rung] = plan.rungs
  if (!rung) throw new Error('nothing is planned')
  const path = join(folder, rungFile(rung))
  await copyFile(file, path)
  const made = { ...plan, timeline: { ...plan.timeline, even, steady: even } }
  return { path, cutter: new CheckpointCutter(made, { ...wholeSegment(plan), frames }, folder) }
}

/** What ffmpeg does at its end, to put an index before the first fragment. */
async function makeSpace(path: string): Promise<void> {
  const bytes = await readFile(path)
  const first = bytes.indexOf('moof') - 4
  const index = Buffer.alloc(236, 7)
  index.writeUInt32BE(index.length)
  index.write('sidx', 4)
  await writeFile(path, Buffer.concat([bytes.subarray(0, first), index, bytes.subarray(first)]))
}

describe('the checkpoints of a growing file', { timeout: 60_000 }, () => {
  it('are of one group of pictures each, however much there is', async () => {
    const { cutter } = await opened()
    const checkpoints = []
    for (let checkpoint = await cutter.cut(false); checkpoint; checkpoint = await cutter.cut(false))
      checkpoints.push([checkpoint.from, checkpoint.to, checkpoint.frames])
    expect(checkpoints).toEqual([0, 50, 100, 150, 200, 250, 300].map((from) => [from, from + 50, 50]))
    expect(await cutter.cut(true)).toMatchObject({ from: 350, to: undefined, frames: 50 })
    expect(await cutter.cut(true)).toBeUndefined()
  })

  it('leave no single frame for the last one', async () => {
    const { cutter } = await opened(odd, 201)
    const frames = []
    for (let checkpoint = await cutter.cut(false); checkpoint; checkpoint = await cutter.cut(false)) frames.push(checkpoint.frames)
    for (let checkpoint = await cutter.cut(true); checkpoint; checkpoint = await cutter.cut(true)) frames.push(checkpoint.frames)
    expect(frames).toEqual([50, 50, 50, 51])
  })

  it.each([190, 198])('end after their last frame, though frame %i is missing', async (missing) => {
    const source = ['-i', odd, '-vf', `select=not(eq(n\\,${missing})),trim=end_frame=199`, '-fps_mode', 'vfr', '-an']
    const coding = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '2', '-g', '50', '-sc_threshold', '0']
    const flags = ['-force_key_frames', 'expr:gte(t,n_forced*2)', '-movflags', '+frag_keyframe+empty_moov+default_base_moof+delay_moov']
    const file = await makeClip(clips.path(`without-${missing}.mp4`), ...source, ...coding, ...flags)
    const { cutter } = await opened(file, plan.timeline.frames, true)
    const ends = []
    for (let checkpoint = await cutter.cut(false); checkpoint; checkpoint = await cutter.cut(false)) ends.push(checkpoint.to)
    expect(ends).toEqual([50, 100, 150, 200])
  })

  it('have pictures alone', async () => {
    const { cutter } = await opened()
    const checkpoint = await cutter.cut(false)
    const facts = await probeFile(mediaTools, checkpoint?.files[0]?.path ?? '', new AbortController().signal)
    expect([facts.audio, facts.video.frames]).toEqual([undefined, 50])
  })

  it('end once the file is moved to insert an index', async () => {
    const { path, cutter } = await opened()
    expect(await cutter.cut(false)).toBeDefined()
    await makeSpace(path)
    expect(await cutter.cut(false)).toBeUndefined()
    expect(await cutter.cut(false)).toBeUndefined()
    cutter.reopen()
    expect(await cutter.cut(true)).toMatchObject({ from: 50, to: 100, frames: 50 })
  })

  it('are not taken for moved while the file only grows', async () => {
    const { path } = await opened()
    const whole = await readFile(path)
    await writeFile(path, whole.subarray(0, whole.length >> 1))
    const file = new GrowingFile(path, readFragment)
    await file.readOn()
    const before = file.fragments.length
    await writeFile(path, whole)
    await file.readOn()
    expect(file.fragments.length).toBeGreaterThan(before)
    expect(await file.isMoved()).toBe(false)
    await makeSpace(path)
    expect(await file.isMoved()).toBe(true)
  })
})
