import type { VideoDetails } from '@video-forge/contract/gallery'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { useEffect } from 'react'
import { useLiveJob } from '../../live/use-live.ts'

/** The video with the live progress of its job. Only the owner gets events; for others it is polled. */
export function useLiveVideo(video: VideoDetails, onChanged: () => void): VideoDetails {
  const live = useLiveJob(video.hasJob && video.processing ? video.id : undefined)
  const isWorking = live !== undefined && isActive(live.status)
  const hasEnded = live !== undefined && !isWorking
  const isPlayable = live?.playable === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per change
  useEffect(() => {
    if (hasEnded || isPlayable) onChanged()
  }, [hasEnded, isPlayable])
  if (!isWorking || !video.processing) return video
  const { status, progress, stage, eta_seconds: etaSeconds } = live
  return { ...video, progress: { status, progress, stage, etaSeconds } }
}
