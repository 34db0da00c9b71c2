import type { FailureCause } from '../failure-cause.ts'
import type { LiveOptions, LiveSource } from './live-source.ts'
import { loadLibrary } from './load-library.ts'

/**
 * Plays a stream that is still being encoded. Few videos are, so the code for it is loaded beside the library.
 */
export function attachLive(video: HTMLVideoElement, source: LiveSource, options: LiveOptions): () => void {
  let player: { destroy: () => void } | undefined
  let isAttached = true
  const fail = (cause: FailureCause, gone?: string) => {
    if (isAttached) options.onFail(cause, gone)
    isAttached = false
  }
  const attach = async () => {
    const [{ default: Library }, { startLive }] = await Promise.all([loadLibrary(), import('./live-player.ts')])
    if (!isAttached) return
    if (!Library.isSupported()) return fail('format')
    player = startLive(Library, video, source, { ...options, onFail: fail })
  }
  attach().catch(() => fail('network'))
  return () => {
    isAttached = false
    player?.destroy()
  }
}
