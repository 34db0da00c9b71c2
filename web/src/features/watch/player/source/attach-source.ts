import { hasAirplay } from '../screen/use-airplay.ts'
import { attachAdaptive } from './adaptive/attach-adaptive.ts'
import { attachLive } from './live/attach-live.ts'
import type { LiveOptions, LiveSource } from './live/live-source.ts'

/** A single file, an adaptive playlist of several qualities, or one that is still being encoded. */
export type Source = { kind: 'file' | 'adaptive'; url: string } | LiveSource

/** Whether the library works here. An iPhone has only its own player. */
export const canUseLibrary = (): boolean => 'MediaSource' in window

/** The library is preferred because it fits the quality to the size of the picture. Safari's own player can be shown on other screens. */
const playsNatively = (video: HTMLVideoElement): boolean =>
  (!canUseLibrary() || hasAirplay()) && video.canPlayType('application/vnd.apple.mpegurl') !== ''

export interface SourceOptions extends LiveOptions {
  /** It is to play as soon as it can, or was played before. */
  isAwaited: boolean
}

/** Attaches a source to a video element. Returns a function that detaches it. */
export function attachSource(video: HTMLVideoElement, source: Source, options: SourceOptions): () => void {
  if (source.kind === 'live') return attachLive(video, source, options)
  if (source.kind === 'file' || playsNatively(video)) return attachFile(video, source.url)
  return attachAdaptive(video, source.url, options)
}

function attachFile(video: HTMLVideoElement, url: string): () => void {
  video.src = url
  return () => {
    video.removeAttribute('src')
    video.load()
  }
}
