import type { VideoDetails } from '@video-forge/contract/gallery'
import { isWatchable } from '@video-forge/contract/rules/video-rules'
import { useEffect, useState } from 'react'
import { canUseLibrary } from './player/source/attach-source.ts'
import { loadLibrary } from './player/source/live/load-library.ts'

/**
 * Whether to show the player, and whether someone waited for it on this page. Once shown, the player stays while encoding starts over, so that
 * viewers keep their position.
 */
export function useCanWatch(video: VideoDetails | undefined): { canWatch: boolean; hasWaited: boolean } {
  const [hasPlayed, setHasPlayed] = useState(false)
  const [hasWaited, setHasWaited] = useState(false)
  const canWatch = video !== undefined && (isWatchable(video.status) || (hasPlayed && video.status === 'processing'))
  const isProcessing = video?.processing === true
  useEffect(() => {
    // Loaded while the first chunk is encoded or its address requested. If this fails, the player tries again.
    if (isProcessing && canUseLibrary()) void loadLibrary().catch(() => undefined)
  }, [isProcessing])
  if (canWatch && !hasPlayed) setHasPlayed(true)
  if (video && !canWatch && !hasWaited) setHasWaited(true)
  return { canWatch, hasWaited }
}
