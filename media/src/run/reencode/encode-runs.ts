import { createWriteStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type EncoderSettings, runArguments } from '../../arguments/reencode-arguments.ts'
import { fragmentsIn, moveFragment, readFragment, readPictureTrack } from '../../mp4/fragments.ts'
import { viewOfBytes } from '../../mp4/mp4-boxes.ts'
import type { Rung } from '../../planning/ladder.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import type { Av1Version } from '../../planning/reencode/av1-speed.ts'
import type { Run } from '../../planning/reencode/reencode-plan.ts'
import { followPass, readMeasurement } from '../encode/follow-pass.ts'
import { passLimits } from '../encode/pass-limits.ts'
import { inputName } from '../ffmpeg/input-name.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'

/** The new version cannot stand beside the rendition, for instance because its key frames are at other places. */
export class UnlikeRendition extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'UnlikeRendition'
  }
}

/** What a re-encode works on. */
export interface Reencode {
  mediaTools: MediaTools
  plan: MediaPlan
  rung: Rung
  /** Of the encoder. */
  majorVersion: Av1Version
  /** The source, as a file. */
  input: string
  /** An empty folder for files of this work. */
  folder: string
  signal: AbortSignal
}

const silentSeconds = 60
/** Below everything else on the machine. */
export const lowestPriority = 19

/** Encodes runs one after the other and writes them as one file, with the times of the whole video. */
export async function encodeRuns(
  { mediaTools, plan, rung, majorVersion, input, folder, signal }: Reencode,
  runs: readonly Run[],
  settings: Omit<EncoderSettings, 'majorVersion'>,
  output: string,
): Promise<{ cpuSeconds: number; bytes: number }> {
  let cpuSeconds = 0
  const files: { path: string; run: Run }[] = []
  for (const [at, run] of runs.entries()) {
    const file = `run-${at}.mp4`
    const { messages } = await runProgram({
      program: mediaTools.ffmpeg,
      arguments: runArguments(plan, rung, run, { ...settings, majorVersion }, inputName(input), file),
      folder,
      sandbox: mediaTools.sandbox,
      limits: passLimits(plan, silentSeconds),
      niceness: lowestPriority,
      signal,
      onLine: followPass(() => {}),
    })
    cpuSeconds += readMeasurement(messages.text()).cpuSeconds
    files.push({ path: join(folder, file), run })
  }
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of placed(plan, files)) {
      bytes += chunk.length
      yield chunk
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(output), { signal })
  for (const { path } of files) await rm(path)
  return { cpuSeconds, bytes }
}

/** The runs under the head of the first, each moved to its time. A run whose groups differ from the rendition's is refused. */
async function* placed({ timeline }: MediaPlan, files: readonly { path: string; run: Run }[]): AsyncGenerator<Buffer> {
  let isFirst = true
  for (const { path, run } of files) {
    const bytes = await readFile(path)
    const fragments = fragmentsIn(viewOfBytes(bytes))
    const head = fragments[0]?.offset ?? 0
    const track = readPictureTrack(viewOfBytes(bytes.subarray(0, head)))
    if (!track) throw new UnlikeRendition('A part has an unexpected structure.')
    const counts = fragments.map(({ moof }) => readFragment(moof)?.frames ?? 0)
    if (!haveGroups(counts, run))
      throw new UnlikeRendition(
        `The groups of a part have ${counts.join(', ')} frames instead of ${run.frames} in groups of ${run.groupFrames}.`,
      )
    const place = Math.round((run.from * track.timescale * timeline.timeBase.num) / timeline.timeBase.den)
    const first = fragments[0] && readFragment(fragments[0].moof)
    for (const { moof } of fragments) moveFragment(moof, place - (first?.shown ?? 0))
    yield isFirst ? bytes : bytes.subarray(head)
    isFirst = false
  }
}

/** All groups but the last have the wanted number of frames, and together they are all frames of the run. */
const haveGroups = (counts: readonly number[], { frames, groupFrames }: Run): boolean =>
  counts.length === Math.ceil(frames / groupFrames) &&
  counts.slice(0, -1).every((count) => count === groupFrames) &&
  counts.reduce((sum, count) => sum + count, 0) === frames
