import type Hls from 'hls.js/light'
import { readSettings, rememberSettings } from '../../player-settings.ts'
import type { FailureCause } from '../failure-cause.ts'
import type { OneCodec } from './codec/one-codec.ts'
import { estimateBandwidth, highestLevel, startLevel } from './start-level.ts'
import { whenWanted } from './when-wanted.ts'

interface AdaptiveOptions {
  /** Seconds. */
  startAt: number
  /** It is to play as soon as it can, or was played before. */
  isAwaited: boolean
  onFail: (cause: FailureCause) => void
}

/** Little before someone plays it, so that an opened page costs few bytes. */
const bufferSeconds = { unplayed: 6, playing: 30 }

/** Without the maximum the library loads 60 MB ahead. */
const bufferOf = (state: keyof typeof bufferSeconds) => ({
  maxBufferLength: bufferSeconds[state],
  maxMaxBufferLength: bufferSeconds[state],
})

/** The browser's own estimate in Mbit/s, where there is one. */
function downlinkMbit(): number | undefined {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  if (typeof connection !== 'object' || connection === null || !('downlink' in connection)) return undefined
  return typeof connection.downlink === 'number' ? connection.downlink : undefined
}

const sizeOf = (video: HTMLVideoElement) => ({
  width: video.clientWidth * window.devicePixelRatio,
  height: video.clientHeight * window.devicePixelRatio,
})

/**
 * Plays an adaptive playlist of a finished video. The small build of the library is enough, because sound and pictures are in the same
 * segments, and it is loaded only here.
 */
export function attachAdaptive(video: HTMLVideoElement, url: string, { startAt, isAwaited, onFail }: AdaptiveOptions): () => void {
  let hls: Hls | undefined
  let observer: ResizeObserver | undefined
  let codec: OneCodec | undefined
  let isAttached = true
  let isAv1Refused = false
  const fail = (cause: FailureCause) => {
    if (isAttached) onFail(cause)
    isAttached = false
  }
  const loadMore = () => {
    if (hls) Object.assign(hls.config, bufferOf('playing'))
  }
  /** Whether this was the fault of a codec; then the video goes on from here in the other one. */
  const playOn = (cause: Parameters<OneCodec['onFailure']>[0]): boolean => {
    if (!isAttached || !codec?.onFailure(cause)) return false
    isAv1Refused = true
    const [from, isPlaying] = [video.currentTime || startAt, !video.paused]
    release()
    attach(from, isPlaying).catch(() => fail('network'))
    return true
  }
  // A decoder that gives up says so to the element, mostly before the library notices. Nobody else hears of it when the other codec helps.
  const onElementError = (event: Event) => {
    if (video.error && video.error.code >= MediaError.MEDIA_ERR_DECODE && playOn('decoder')) event.stopImmediatePropagation()
  }
  const remember = () => {
    if (hls && hls.bandwidthEstimate > 0) rememberSettings({ bandwidth: Math.round(hls.bandwidthEstimate) })
  }
  const attach = async (from: number, isPlaying: boolean) => {
    const { default: Library } = await import('hls.js/light')
    if (!isAttached) return
    if (!Library.isSupported()) return fail('format')
    const player = new Library({
      // A worker would only repackage MPEG-TS; our segments are fragmented MP4.
      enableWorker: false,
      autoStartLoad: false,
      // The start level is chosen below; a test would load the first segment twice.
      testBandwidth: false,
      abrEwmaDefaultEstimate: estimateBandwidth(readSettings().bandwidth, downlinkMbit()),
      ...bufferOf(video.paused ? 'unplayed' : 'playing'),
    })
    hls = player
    const limit = () => {
      player.autoLevelCapping = highestLevel(player.levels, sizeOf(video))
    }
    player.on(Library.Events.ERROR, (_, { fatal, type, response }) => {
      const isNetwork = type === Library.ErrorTypes.NETWORK_ERROR
      // The library may notice first that the decoder gave up, and would try the same again.
      if (!isNetwork && (fatal || video.error) && playOn('decoder')) return
      // The server answers, but not with this file.
      if (isNetwork && fatal && (response?.code ?? 0) >= 400 && playOn('file')) return
      if (fatal) fail(isNetwork ? 'network' : 'format')
    })
    const begin = () => {
      limit()
      observer = new ResizeObserver(limit)
      observer.observe(video)
      player.startLevel = startLevel(player.levels, player.autoLevelCapping, player.bandwidthEstimate)
      player.startLoad(from)
      // A new source pauses the element.
      if (isPlaying) void video.play().catch(() => {})
    }
    player.on(Library.Events.MANIFEST_PARSED, () => {
      if (!player.levels.some(({ videoCodec }) => videoCodec?.startsWith('av01'))) return begin()
      void import('./codec/one-codec.ts')
        .then(async ({ playOneCodec }) => {
          codec = await playOneCodec(player, video, { isAv1Refused, onChange: limit })
          if (isAttached && hls === player) begin()
          else codec.stop()
        })
        .catch(() => fail('network'))
    })
    video.addEventListener('play', loadMore)
    video.addEventListener('error', onElementError, true)
    window.addEventListener('pagehide', remember)
    player.loadSource(url)
    player.attachMedia(video)
  }
  const release = () => {
    remember()
    observer?.disconnect()
    codec?.stop()
    codec = undefined
    video.removeEventListener('play', loadMore)
    video.removeEventListener('error', onElementError, true)
    window.removeEventListener('pagehide', remember)
    hls?.destroy()
    hls = undefined
  }
  const start = () => void attach(startAt, !video.paused).catch(() => fail('network'))
  let stopWaiting = () => {}
  if (isAwaited) start()
  else stopWaiting = whenWanted(video, start)
  return () => {
    isAttached = false
    stopWaiting()
    release()
  }
}
