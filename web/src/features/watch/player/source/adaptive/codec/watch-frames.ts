/** Between two looks. */
const everyMs = 2000
/** How many looks in a row count. */
const windowLooks = 4
const minFrames = 100
const maxDroppedShare = 0.1

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
    const total = last.total - first.total
    if (total < minFrames || last.dropped - first.dropped < total * maxDroppedShare) return
    clearInterval(timer)
    onStutter()
  }, everyMs)
  return () => clearInterval(timer)
}
