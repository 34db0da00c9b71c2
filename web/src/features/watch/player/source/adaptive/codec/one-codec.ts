import Hls from 'hls.js/light'
import { hasFailed, rememberFailure } from './av1-refusal.ts'
import { isAv1, isTooSlow, prefersAv1 } from './decodes-well.ts'
import { watchFrames } from './watch-frames.ts'

/** The codec of a stream that has two. */
export interface OneCodec {
  /** Called when the decoder gives up, or a file is missing, which says nothing about this device. True if it was AV1: the next try is to play H.264. */
  onFailure: (cause: 'decoder' | 'file') => boolean
  stop: () => void
}

function remove(player: Hls, levels: readonly Hls['levels'][number][]): void {
  for (const level of levels) player.removeLevel(player.levels.indexOf(level))
}

/**
 * Chooses the codec of a stream that has both, and removes the levels of the other one: on a slow connection, or when decoding fails, the
 * library would take them too. When the device or the connection cannot keep up with AV1, the rest of the video is loaded in H.264 from the
 * next group of pictures on; if it was the device, it plays H.264 for some weeks.
 */
export async function playOneCodec(
  player: Hls,
  video: HTMLVideoElement,
  { isAv1Refused, onChange }: { isAv1Refused: boolean; onChange: () => void },
): Promise<OneCodec> {
  const [av1, h264] = [player.levels.filter(isAv1), player.levels.filter((level) => !isAv1(level))]
  const cannotKeepUp = () => isTooSlow(player.bandwidthEstimate, av1, h264)
  let usesAv1 = !isAv1Refused && !hasFailed() && !cannotKeepUp() && (await prefersAv1(player.levels))
  remove(player, usesAv1 ? h264 : av1)
  const toH264 = (next: Hls['levels'][number] | undefined) => {
    if (!usesAv1) return
    usesAv1 = false
    player.off(Hls.Events.FRAG_LOADED, onLoaded)
    if (!next) return
    // Behind the others, so that the numbers of those stay.
    player.trigger(Hls.Events.LEVELS_UPDATED, { levels: [...player.levels, ...h264] })
    const onSwitched = (_: string, { level }: { level: number }) => {
      if (isAv1(player.levels[level] ?? { videoCodec: undefined })) return
      player.off(Hls.Events.LEVEL_SWITCHED, onSwitched)
      remove(player, av1)
      onChange()
      // From now on the library chooses again.
      player.loadLevel = -1
    }
    player.on(Hls.Events.LEVEL_SWITCHED, onSwitched)
    // What is loaded ahead is replaced, what is shown stays.
    player.nextLevel = player.levels.indexOf(next)
  }
  const onStutter = () => {
    if (usesAv1) rememberFailure()
    const height = player.levels[player.currentLevel]?.height
    toH264(h264.findLast((level) => height === undefined || level.height <= height) ?? h264[0])
  }
  const onLoaded = () => {
    if (cannotKeepUp()) toH264(h264[0])
  }
  if (usesAv1) player.on(Hls.Events.FRAG_LOADED, onLoaded)
  return {
    onFailure: (cause) => {
      if (usesAv1 && cause === 'decoder') rememberFailure()
      return usesAv1
    },
    stop: usesAv1 ? watchFrames(video, onStutter) : () => {},
  }
}
