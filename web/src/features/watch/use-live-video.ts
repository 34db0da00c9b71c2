import type { VideoDetails } from '@video-forge/contract/gallery'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { useEffect } from 'react'
import { useLiveJob } from '../../live/use-live.ts'

/** A video with the live progress of its job, for the owner while it is being made. Others get no events of it and go by what was asked. */
export function useLiveVideo(video: VideoDetails, onEnded: () => void): VideoDetails {
  const live = useLiveJob(video.hasJob && video.processing ? video.id : undefined)
  const isWorking = live !== undefined && isActive(live.status)
  const hasEnded = live !== undefined && !isWorking
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each end
  useEffect(() => {
    if (hasEnded) onEnded()
  }, [hasEnded])
  if (!isWorking || !video.processing) return video
  const { status, progress, stage, eta_seconds: etaSeconds } = live
  return { ...video, processing: { status, progress, stage, etaSeconds } }
}
