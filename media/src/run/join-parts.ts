import { createWriteStream } from 'node:fs'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fragmentsIn, moveFragment, type PictureTrack, readPictureTrack } from '../plan/fragments.ts'
import type { Format } from '../plan/ladder.ts'
import type { MediaPlan, RungPlan } from '../plan/make-plan.ts'
import { joinArguments, joinedFile, soundFile } from '../plan/part-arguments.ts'
import { passFiles } from '../plan/still-arguments.ts'
import { pieceZero } from './cut-pieces.ts'
import { describeJob } from './describe-job.ts'
import { followPass, readMeasurement } from './follow-pass.ts'
import { NotToBeParted } from './forge-stretch.ts'
import type { ForgedVideo } from './forge-video.ts'
import { inspectRenditions, type PassOutcome } from './inspect-rendition.ts'
import { passLimits } from './pass-limits.ts'
import type { Workshop } from './programs.ts'
import { runProgram } from './run-program.ts'

export interface MadeParts extends PassOutcome {
  /** The pieces of a rung in their order, each as a file to read from. They are asked for one after the other. */
  pieces: (format: Format) => AsyncIterable<string>
  cpuSeconds: number
  /** Since the first part was begun. */
  wallSeconds: number
}

/** Makes the renditions of their pieces. `folder` holds what `forgeRest` made; what is in it afterwards is as after `forgeVideo`. */
export async function joinParts(
  workshop: Workshop,
  plan: MediaPlan,
  folder: string,
  made: MadeParts,
  signal: AbortSignal,
): Promise<ForgedVideo> {
  let { cpuSeconds } = made
  for (const rung of plan.rungs.filter(({ action }) => action === 'encode')) {
    await joinPieces(made.pieces(rung.format), join(folder, joinedFile(rung)), signal)
    cpuSeconds += await addSound(workshop, plan, rung, folder, signal)
    await rm(join(folder, joinedFile(rung)))
  }
  await rm(join(folder, soundFile), { force: true })
  const inspected = await inspectRenditions(workshop, plan, folder, made, signal)
  const notes = [...plan.notes, ...inspected.notes]
  const { renditions } = inspected
  const { wallSeconds } = made
  const metadata = join(folder, 'metadata.json')
  await writeFile(metadata, JSON.stringify(describeJob(plan, renditions, notes, { cpuSeconds, wallSeconds }), null, 2))
  return {
    renditions,
    thumbnail: join(folder, 'thumbnail.jpg'),
    storyboard: join(folder, passFiles.storyboard),
    storyboardTrack: join(folder, 'storyboard.vtt'),
    preview: join(folder, 'preview.gif'),
    metadata,
    formats: plan.formats,
    notes,
    cpuSeconds,
    passCpuSeconds: cpuSeconds,
    wallSeconds,
  }
}

/** The pieces behind each other, under the head of the first. */
async function joinPieces(pieces: AsyncIterable<string>, output: string, signal: AbortSignal): Promise<void> {
  await pipeline(Readable.from(joined(pieces)), createWriteStream(output), { signal })
}

async function* joined(pieces: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let first: PictureTrack | undefined
  for await (const path of pieces) {
    const bytes = await readFile(path)
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const fragments = fragmentsIn(view)
    const head = fragments[0]?.offset ?? 0
    const track = readPictureTrack(new DataView(bytes.buffer, bytes.byteOffset, head))
    if (!track) throw new NotToBeParted('A piece is not as it was expected.')
    first ??= track
    if (track.timescale !== first.timescale || Buffer.compare(track.record, first.record) !== 0)
      throw new NotToBeParted('The encoders of the parts disagree.')
    for (const { moof } of fragments) moveFragment(moof, first.ahead - pieceZero * first.timescale)
    yield first === track ? bytes : bytes.subarray(head)
  }
}

async function addSound(workshop: Workshop, plan: MediaPlan, rung: RungPlan, folder: string, signal: AbortSignal): Promise<number> {
  const { messages } = await runProgram({
    program: workshop.ffmpeg,
    arguments: joinArguments(plan, rung),
    folder,
    fences: workshop.fences,
    limits: passLimits(plan, 120),
    signal,
    onLine: followPass(() => {}),
  })
  return readMeasurement(messages.text()).cpuSeconds
}
