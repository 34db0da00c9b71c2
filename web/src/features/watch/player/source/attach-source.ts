import type Hls from 'hls.js/light'
import { attachLive, type LiveOptions, type LiveSource } from './live/attach-live.ts'

/** A single file, an adaptive playlist of several qualities, or one that is still being encoded. */
export type Source = { kind: 'file' | 'adaptive'; url: string } | LiveSource

/**
 * The library is preferred even if the browser could play playlists itself, because it follows the choice of a quality. An iPhone has only
 * its own player.
 */
export const canUseLibrary = (): boolean => 'MediaSource' in window

const playsNatively = (video: HTMLVideoElement): boolean => !canUseLibrary() && video.canPlayType('application/vnd.apple.mpegurl') !== ''

/** Attaches a source to a video element. Returns a function that detaches it. */
export function attachSource(video: HTMLVideoElement, source: Source, options: LiveOptions): () => void {
  if (source.kind === 'live') return attachLive(video, source, options)
  if (source.kind === 'file' || playsNatively(video)) return attachFile(video, source.url)
  return attachPlaylist(video, source.url, options.onFail)
}

function attachFile(video: HTMLVideoElement, url: string): () => void {
  video.src = url
  return () => {
    video.removeAttribute('src')
    video.load()
  }
}

/** Loads the library only when an adaptive source plays. */
function attachPlaylist(video: HTMLVideoElement, url: string, onFail: () => void): () => void {
  let hls: Hls | undefined
  let isAttached = true
  const attach = async () => {
    const { default: Library } = await import('hls.js/light')
    if (!isAttached) return
    if (!Library.isSupported()) return onFail()
    // A worker would only repackage MPEG-TS; our segments are fragmented MP4.
    hls = new Library({ enableWorker: false, capLevelToPlayerSize: true })
    hls.on(Library.Events.ERROR, (_, { fatal }) => fatal && onFail())
    hls.loadSource(url)
    hls.attachMedia(video)
  }
  attach().catch(onFail)
  return () => {
    isAttached = false
    hls?.destroy()
  }
}
