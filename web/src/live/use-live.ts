import type { JobUpdate } from '@video-forge/contract/live'
import { useEffect, useSyncExternalStore } from 'react'
import { holdStream, type LiveStatus, liveEntry, liveStatus, subscribeToLiveStatus } from './live-store.ts'

const isInSight = (): boolean => document.visibilityState !== 'hidden'

function watchSight(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/**
 * Wants live events as long as the page is in sight, and says how they come. A browser opens few connections to one server, so
 * tabs that nobody looks at give theirs back.
 */
export function useLiveStream({ evenHidden = false, isNeeded = true } = {}): LiveStatus {
  const inSight = useSyncExternalStore(watchSight, isInSight)
  const wanted = isNeeded && (inSight || evenHidden)
  useEffect(() => (wanted ? holdStream() : undefined), [wanted])
  return useSyncExternalStore(subscribeToLiveStatus, liveStatus)
}

/** The last update of one of the own jobs; undefined when it is older than ten seconds. Without an id nothing is listened to. */
export function useLiveJob(id: string | undefined): JobUpdate | undefined {
  useLiveStream({ isNeeded: id !== undefined })
  return useSyncExternalStore(subscribeToLiveStatus, () => (id === undefined ? undefined : liveEntry(id)))
}
