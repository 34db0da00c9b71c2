import type Hls from 'hls.js'
import type { Choice } from '../../controls/quality-names.ts'
import { addSample, type GrowthSample, speedOf } from '../../encoding/encoding-growth.ts'
import { bufferedEnd } from '../buffered-end.ts'
import { holdsAtEdge } from './hold-at-edge.ts'
import type { LiveOptions, LiveSource } from './live-source.ts'
import { isLost, retryPolicies } from './retry-policy.ts'
import { selectLevel } from './select-level.ts'

/** Only chunks that exist are asked for, so these were deleted or their addresses expired. The library would try all levels first. */
const isGone = (status: number | undefined): boolean => status === 403 || status === 404

const selectionIntervalMs = 500
/** Little while qualities are missing, so that a better one is seen soon after it exists. */
const bufferSeconds = { growing: 20, complete: 60 }

/**
 * Starts to play a stream that is still being encoded. Its playlists grow, and it has the duration of the whole video from the start, so that
 * people can seek to a part that is not encoded yet and wait there.
 */
export function startLive(Library: typeof Hls, video: HTMLVideoElement, source: LiveSource, options: LiveOptions): { destroy: () => void } {
  let timer: ReturnType<typeof setInterval> | undefined
  /** Nobody watches these streams live: without a live position, the library never moves a viewer to the newest chunk. */
  class PatientHls extends Library {
    override get liveSyncPosition(): null {
      return null
    }
  }
  const hls = new PatientHls({
    enableWorker: false,
    autoStartLoad: false,
    ...retryPolicies,
    // Captions are tracks of the video element; the library would show them a second time.
    enableWebVTT: false,
    renderTextTracksNatively: false,
  })
  const applySelection = selectionFor(hls, video, source, options)
  hls.on(Library.Events.ERROR, (_, data) => {
    const { fatal, type, response } = data
    if (isGone(response?.code)) options.onFail('unknown', response?.url)
    else if (fatal || isLost(data)) options.onFail(type === Library.ErrorTypes.NETWORK_ERROR ? 'network' : 'format')
  })
  hls.on(Library.Events.MANIFEST_PARSED, () => {
    hls.subtitleTrack = -1
    applySelection()
    hls.startLoad(options.startAt)
    timer = setInterval(applySelection, selectionIntervalMs)
  })
  hls.loadSource(source.url)
  hls.attachMedia({ media: video, overrides: wholeDuration(video, source.duration) })
  return {
    destroy: () => {
      clearInterval(timer)
      hls.destroy()
    },
  }
}

/** Never less than the element has: a media source cannot be made shorter than what it holds. */
const wholeDuration = (video: HTMLVideoElement, known: number | null) =>
  known === null
    ? {}
    : {
        get duration() {
          return Math.max(known, Number.isFinite(video.duration) ? video.duration : 0)
        },
      }

/** Returns a function that restricts the library to the levels it may load now. */
function selectionFor(hls: Hls, video: HTMLVideoElement, source: LiveSource, { startAt, wish, onSubstitute }: LiveOptions): () => void {
  let chosen: Choice | undefined
  let wasSubstitute = false
  let isHeld = false
  let growth: readonly GrowthSample[] = []
  let hasPlayed = false
  video.addEventListener('playing', () => (hasPlayed = true), { once: true })
  return () => {
    const { choice, qualities } = wish()
    const seconds = video.readyState > 0 ? video.currentTime : startAt
    const ratio = window.devicePixelRatio
    const { lock, cap, isSubstitute } = selectLevel({
      levels: hls.levels,
      bandwidth: hls.bandwidthEstimate,
      qualities,
      choice,
      seconds,
      loadedUntil: bufferedEnd(video.buffered, seconds),
      duration: source.duration,
      used: hls.loadLevel,
      width: video.clientWidth * ratio,
      height: video.clientHeight * ratio,
    })
    const reach = Math.max(0, ...qualities.map(({ playableSeconds }) => playableSeconds ?? Number.POSITIVE_INFINITY))
    const isStarved = hasPlayed && !video.seeking && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA && seconds > reach - 3
    const now = performance.now()
    if (Number.isFinite(reach)) growth = addSample(growth, { at: now, seconds: reach })
    const mustHold = holdsAtEdge(isHeld, { position: seconds, reach, duration: source.duration, isStarved, speed: speedOf(growth, now) })
    if (mustHold !== isHeld) mustHold ? hls.stopLoad() : hls.startLoad()
    isHeld = mustHold
    const isComplete = qualities.every(({ playableSeconds }) => playableSeconds === null)
    hls.config.maxBufferLength = bufferSeconds[isComplete ? 'complete' : 'growing']
    hls.config.maxMaxBufferLength = hls.config.maxBufferLength
    hls.autoLevelCapping = cap
    if (hls.manualLevel !== lock) {
      // Someone who chose a quality should see it soon; otherwise what is buffered is played first.
      if (chosen !== undefined && chosen !== choice && lock >= 0) hls.nextLevel = lock
      else hls.loadLevel = lock
    }
    chosen = choice
    if (isSubstitute !== wasSubstitute) onSubstitute(isSubstitute)
    wasSubstitute = isSubstitute
  }
}
