import type Hls from 'hls.js/light'
import { hasFailed, rememberFailure } from './av1-refusal.ts'
import { isAv1, prefersAv1 } from './decodes-well.ts'
import { watchFrames } from './watch-frames.ts'

/** Which levels of a stream with two codecs are played. */
export interface OneCodec {
  isUsed: (level: Parameters<typeof isAv1>[0]) => boolean
  /** Called when the decoder gives up. True if it was AV1: the next try plays H.264. */
  onFailure: () => boolean
  stop: () => void
}

/**
 * Chooses the codec of a stream that has both. The library stays within the codec it has started with. When the device cannot keep up with AV1,
 * the rest of the video is loaded in H.264 from the next group of pictures on, and this device plays H.264 for some weeks.
 */
export async function playOneCodec(player: Hls, video: HTMLVideoElement, onChange: () => void): Promise<OneCodec> {
  let usesAv1 = !hasFailed() && (await prefersAv1(player.levels))
  const toH264 = () => {
    if (!usesAv1) return
    const height = player.levels[player.currentLevel]?.height
    rememberFailure()
    usesAv1 = false
    onChange()
    const next = player.levels.findLastIndex((level) => !isAv1(level) && (height === undefined || level.height <= height))
    // What is loaded ahead is replaced, what is shown stays. From then on the library chooses again, within H.264.
    player.nextLevel = Math.max(0, next)
    player.loadLevel = -1
  }
  return {
    isUsed: (level) => isAv1(level) === usesAv1,
    onFailure: () => {
      if (usesAv1) rememberFailure()
      return usesAv1
    },
    stop: usesAv1 ? watchFrames(video, toH264) : () => {},
  }
}
