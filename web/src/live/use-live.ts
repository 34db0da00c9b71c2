import type { JobUpdate } from '@video-forge/contract/live'
import { useEffect, useSyncExternalStore } from 'react'
import { holdStream, type LiveStatus, liveEntry, liveStatus, subscribeToLiveStatus } from './live-store.ts'

const isVisible = (): boolean => document.visibilityState !== 'hidden'

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

/**
 * Holds the live stream while the page is visible, and returns its status. A browser allows few connections per server, so
 * hidden tabs give theirs back.
 */
export function useLiveStream({ evenHidden = false, isNeeded = true } = {}): LiveStatus {
  const isPageVisible = useSyncExternalStore(subscribeToVisibility, isVisible)
  const isHeld = isNeeded && (isPageVisible || evenHidden)
  useEffect(() => (isHeld ? holdStream() : undefined), [isHeld])
  return useSyncExternalStore(subscribeToLiveStatus, liveStatus)
}

/** The last update of a job, unless it is older than ten seconds. Without an id the stream is not opened. */
export function useLiveJob(id: string | undefined): JobUpdate | undefined {
  useLiveStream({ isNeeded: id !== undefined })
  return useSyncExternalStore(subscribeToLiveStatus, () => (id === undefined ? undefined : liveEntry(id)))
}
