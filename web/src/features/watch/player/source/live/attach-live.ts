import type { Choice } from '../../controls/quality-names.ts'
import { loadLibrary } from './load-library.ts'
import type { ListedQuality } from './select-level.ts'

export interface LiveSource {
  kind: 'live'
  /** Lists every planned quality. */
  url: string
  /** Seconds of the whole video. */
  duration: number | null
}

/** What should play, which changes while it plays. */
interface LiveWish {
  choice: Choice
  qualities: readonly ListedQuality[]
}

export interface LiveOptions {
  /** Seconds. */
  startAt: number
  wish: () => LiveWish
  /** Called with whether another quality than the chosen one plays. */
  onSubstitute: (isSubstitute: boolean) => void
  onFail: () => void
}

/**
 * Plays a stream that is still being encoded. Few videos are, so the code for it is loaded beside the library.
 */
export function attachLive(video: HTMLVideoElement, source: LiveSource, options: LiveOptions): () => void {
  let player: { destroy: () => void } | undefined
  let isAttached = true
  const fail = () => {
    if (isAttached) options.onFail()
    isAttached = false
  }
  const attach = async () => {
    const [{ default: Library }, { startLive }] = await Promise.all([loadLibrary(), import('./live-player.ts')])
    if (!isAttached) return
    if (!Library.isSupported()) return fail()
    player = startLive(Library, video, source, { ...options, onFail: fail })
  }
  attach().catch(fail)
  return () => {
    isAttached = false
    player?.destroy()
  }
}
