/** Between two looks. */
const everyMs = 2000
/** How many looks in a row count. */
const windowLooks = 4
/** Three in a second: a recording of a screen has no more. */
const minFrames = 24
const maxDroppedShare = 0.1
/** Of few frames, a tenth is dropped by chance. */
const minDropped = 5

/** Calls `onStutter` once when the device drops a tenth of the frames over some seconds of playback. Returns how to stop. */
export function watchFrames(video: HTMLVideoElement, onStutter: () => void): () => void {
  const read = () => {
    const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality()
    return { total: totalVideoFrames, dropped: droppedVideoFrames }
  }
  let looks: ReturnType<typeof read>[] = []
  const timer = setInterval(() => {
    // A page in the background drops frames on purpose.
    if (video.paused || video.seeking || document.hidden) {
      looks = []
      return
    }
    looks = [...looks.slice(-windowLooks), read()]
    const [first, last] = [looks[0], looks.at(-1)]
    if (!first || !last || looks.length <= windowLooks) return
    const [total, dropped] = [last.total - first.total, last.dropped - first.dropped]
    if (total < minFrames || dropped < Math.max(minDropped, total * maxDroppedShare)) return
    clearInterval(timer)
    onStutter()
  }, everyMs)
  return () => clearInterval(timer)
}
