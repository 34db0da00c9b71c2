import { rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pictureFiles, previewArguments } from '../../arguments/thumbnail-arguments.ts'
import { fitInto } from '../../planning/ladder.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { type ProgramLimits, runProgram } from '../ffmpeg/run-program.ts'
import { followPass, readMeasurement } from './follow-pass.ts'

const maxTries = 6

export interface MadePreview {
  path: string
  /** The picture of the card. */
  card: string | undefined
  bytes: number
  cpuSeconds: number
}

/**
 * The GIF preview, reduced until it fits: first fewer frames per second, then a smaller size. Where ffmpeg can, the picture of the card is
 * made with it, from the thumbnail.
 */
export async function makePreview(
  mediaTools: MediaTools,
  { preview: plan, thumbnails }: Pick<MediaPlan, 'preview' | 'thumbnails'>,
  folder: string,
  limits: ProgramLimits,
  signal: AbortSignal,
): Promise<MadePreview> {
  const path = join(folder, 'preview.gif')
  let { size, framesPerSecond } = plan
  let cpuSeconds = 0
  for (let tried = 1; ; tried += 1) {
    const { messages } = await runProgram({
      program: mediaTools.ffmpeg,
      arguments: previewArguments(size, framesPerSecond, 'preview-try.gif', mediaTools.canWriteWebp ? thumbnails.size : undefined),
      folder,
      sandbox: mediaTools.sandbox,
      limits,
      signal,
      onLine: followPass(() => {}),
    })
    cpuSeconds += readMeasurement(messages.text()).cpuSeconds
    const { size: bytes } = await stat(join(folder, 'preview-try.gif'))
    if (bytes <= plan.maxBytes || tried === maxTries) {
      if (bytes > plan.maxBytes) throw new Error('The preview could not be made small enough.')
      await rename(join(folder, 'preview-try.gif'), path)
      return { path, card: mediaTools.canWriteWebp ? join(folder, pictureFiles.card) : undefined, bytes, cpuSeconds }
    }
    await rm(join(folder, 'preview-try.gif'), { force: true })
    const shrink = Math.sqrt(plan.maxBytes / bytes) * 0.92
    if (tried === 1) framesPerSecond = Math.max(5, Math.round(framesPerSecond * 0.7))
    else size = fitInto(size, { width: size.width * Math.max(0.4, shrink), height: size.height * Math.max(0.4, shrink) })
  }
}
