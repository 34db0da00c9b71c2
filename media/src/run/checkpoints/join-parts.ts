import { existsSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { audioFile, joinArguments } from '../../arguments/part-arguments.ts'
import { passFiles, pictureFiles } from '../../arguments/thumbnail-arguments.ts'
import { fragmentsIn, moveFragment, type PictureTrack, readPictureTrack } from '../../mp4/fragments.ts'
import type { Format } from '../../planning/formats.ts'
import type { RungPlan } from '../../planning/ladder.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { describeJob, writeMetadata } from '../encode/describe-job.ts'
import { CannotSplit } from '../encode/encode-segment.ts'
import type { EncodedVideo } from '../encode/encode-video.ts'
import { followPass, readMeasurement } from '../encode/follow-pass.ts'
import { passLimits } from '../encode/pass-limits.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { inspectRenditions, type PassOutcome } from '../inspect/inspect-rendition.ts'

export interface MadeParts extends PassOutcome {
  /** The checkpoints of a rung in their order, each as the path of a file. They are read one at a time. */
  checkpoints: (format: Format) => AsyncIterable<string>
  cpuSeconds: number
  /** Since the first part was started. */
  wallSeconds: number
}

/** Joins checkpoints to renditions. `folder` holds the output of `encodeExtras`, `copyRungs` and `encodeAudio`; afterwards it holds the same files as after `encodeVideo`. */
export async function joinParts(
  mediaTools: MediaTools,
  plan: MediaPlan,
  folder: string,
  made: MadeParts,
  signal: AbortSignal,
): Promise<EncodedVideo> {
  let { cpuSeconds } = made
  for (const rung of plan.rungs.filter(({ action }) => action === 'encode')) {
    cpuSeconds += await addAudio(mediaTools, plan, rung, folder, made.checkpoints(rung.format), signal)
  }
  await rm(join(folder, audioFile), { force: true })
  const { renditions, ...inspected } = await inspectRenditions(
    mediaTools,
    plan,
    folder,
    { ssim: made.ssim, decodeErrors: made.decodeErrors, isJoined: true },
    signal,
  )
  const notes = [...plan.notes, ...inspected.notes]
  const measured = { cpuSeconds, wallSeconds: made.wallSeconds }
  const metadata = await writeMetadata(folder, describeJob(plan, renditions, notes, measured))
  return {
    renditions,
    thumbnail: join(folder, pictureFiles.thumbnail),
    card: existsSync(join(folder, pictureFiles.card)) ? join(folder, pictureFiles.card) : undefined,
    storyboard: join(folder, passFiles.storyboard),
    storyboardTrack: join(folder, 'storyboard.vtt'),
    preview: join(folder, 'preview.gif'),
    metadata,
    formats: plan.formats,
    notes,
    ...measured,
    passCpuSeconds: cpuSeconds,
  }
}

/**
 * The checkpoints one after the other, under the head of the first, on their way to a program: a file of them would be the rendition once more.
 * The signal stops the program after an error, because it would take what it got until then for the whole video.
 */
export function joinCheckpoints(checkpoints: AsyncIterable<string>, signal: AbortSignal): { input: Readable; signal: AbortSignal } {
  const failed = new AbortController()
  const input = Readable.from(watched(joined(checkpoints), (error) => failed.abort(error)))
  return { input, signal: AbortSignal.any([signal, failed.signal]) }
}

/** Calls out errors of the source. Those of the reader, when a program ends early, are none: its exit says why. */
async function* watched(source: AsyncGenerator<Buffer>, onError: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    for (;;) {
      const next = await source.next().catch((error) => {
        onError(error)
        throw error
      })
      if (next.done) return
      yield next.value
    }
  } finally {
    await source.return(undefined)
  }
}

/** Seconds without progress. Checkpoints are fetched meanwhile, and a store that does not answer is given minutes to. */
export const joinSilentSeconds = 600

async function* joined(checkpoints: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let first: PictureTrack | undefined
  for await (const path of checkpoints) {
    const bytes = await readFile(path)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const fragments = fragmentsIn(view)
    const head = fragments[0]?.offset ?? 0
    const track = readPictureTrack(new DataView(bytes.buffer, bytes.byteOffset, head))
    if (!track) throw new CannotSplit('A checkpoint has an unexpected structure.')
    first ??= track
    if (track.timescale !== first.timescale || Buffer.compare(track.record, first.record) !== 0)
      throw new CannotSplit('The parts were encoded with different settings.')
    for (const { moof } of fragments) moveFragment(moof, first.ahead - track.ahead)
    yield first === track ? bytes : bytes.subarray(head)
  }
}

async function addAudio(
  mediaTools: MediaTools,
  plan: MediaPlan,
  rung: RungPlan,
  folder: string,
  checkpoints: AsyncIterable<string>,
  signal: AbortSignal,
): Promise<number> {
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: joinArguments(plan, rung),
    folder,
    sandbox: mediaTools.sandbox,
    limits: passLimits(plan, joinSilentSeconds),
    ...joinCheckpoints(checkpoints, signal),
    onLine: followPass(() => {}),
  })
  return readMeasurement(messages.text()).cpuSeconds
}
