import type { JobUpdate } from '@video-forge/contract/live'
import { useEffect, useSyncExternalStore } from 'react'
import { holdStream, type LiveStatus, liveEntry, liveStatus, watchLive } from './live-store.ts'

const isInSight = (): boolean => document.visibilityState !== 'hidden'

function watchSight(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/**
 * Wants live events as long as the page is in sight, and says how they come. A browser opens few connections to one server, so
 * tabs that nobody looks at give theirs back.
 */
export function useLiveStream({ evenHidden = false } = {}): LiveStatus {
  const wanted = useSyncExternalStore(watchSight, isInSight) || evenHidden
  useEffect(() => (wanted ? holdStream() : undefined), [wanted])
  return useSyncExternalStore(watchLive, liveStatus)
}

/**
 * What the stream last said of one of the own jobs; undefined when that is more than ten seconds ago. For a page that shows one
 * video while it is being made.
 * @public
 */
export function useLiveJob(id: string): JobUpdate | undefined {
  useLiveStream()
  return useSyncExternalStore(watchLive, () => liveEntry(id))
}
