import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { rungFile } from '../../arguments/encode-arguments.ts'
import type { Format } from '../../planning/formats.ts'
import type { RungPlan } from '../../planning/ladder.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { describeSource } from '../../probing/describe-source.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { checkRendition } from './check-rendition.ts'
import { readStreamIndex, type StreamIndex } from './read-index.ts'

export interface Rendition {
  format: Format
  path: string
  action: 'copy' | 'encode'
  width: number
  height: number
  bytes: number
  duration: number
  frames: number
  frameRate: number
  bitrate: number
  /** Its segments and codecs, for playlists. */
  index: StreamIndex
  /** Mean luma SSIM against the source at this size; 1 for a copy, null if the encoder did not report it. */
  ssim: number | null
}

/** Results of the passes: luma SSIM of each encoded rung in order, and the number of decoder errors. */
export interface PassOutcome {
  ssim: readonly (number | null)[]
  decodeErrors: number
  /** Made of checkpoints, each of which counted its frames: none may be missing between them. */
  isJoined?: boolean
}

/** Checks and measures every rung of the plan. The notes name what is missing. */
export async function inspectRenditions(
  mediaTools: MediaTools,
  plan: MediaPlan,
  folder: string,
  outcome: PassOutcome,
  signal: AbortSignal,
): Promise<{ renditions: Rendition[]; notes: string[] }> {
  const renditions: Rendition[] = []
  const notes: string[] = []
  for (const rung of plan.rungs) {
    const { rendition, missingFrames } = await inspect(mediaTools, plan, rung, folder, outcome, signal)
    renditions.push(rendition)
    if (missingFrames > 2 && rung === plan.rungs[0]) notes.push(`${missingFrames} frames of the source could not be read and are missing.`)
  }
  return { renditions, notes }
}

async function inspect(
  mediaTools: MediaTools,
  plan: MediaPlan,
  rung: RungPlan,
  folder: string,
  { ssim, ...outcome }: PassOutcome,
  signal: AbortSignal,
): Promise<{ rendition: Rendition; missingFrames: number }> {
  const path = join(folder, rungFile(rung))
  const { facts, missingFrames } = await checkRendition(mediaTools, plan, rung, path, outcome, signal)
  const encodedAt = plan.rungs.filter(({ action }) => action === 'encode').indexOf(rung)
  const rendition = {
    format: rung.format,
    path,
    action: rung.action,
    width: rung.size.width,
    height: rung.size.height,
    bytes: (await stat(path)).size,
    duration: facts.duration,
    frames: facts.video.frames,
    frameRate: describeSource(facts).frameRate,
    bitrate: facts.bitrate,
    index: await readStreamIndex(path),
    ssim: rung.action === 'copy' ? 1 : (ssim[encodedAt] ?? null),
  }
  return { rendition, missingFrames }
}
