import { useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { outputFormats } from '@video-forge/contract/rules/formats'
import { sentences } from '@video-forge/contract/sentences'
import { useState } from 'react'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { updateCachedVideo } from '../../videos-view/video-cache.ts'

/** Starts processing an upload in all formats, the default of the upload page. */
export function StartProcessing({ video, source }: { video: VideoDetails; source: string }) {
  const client = useQueryClient()
  const [isStarting, setStarting] = useState(false)
  // No mutation of the query library: this button alone would add its code to the page of every video.
  const start = async () => {
    setStarting(true)
    try {
      const { title, description, visibility } = video
      const body = { inputSource: source, outputFormats: [...outputFormats], title, description, visibility }
      const { job } = await call('POST /jobs', { body })
      const progress = { status: job.status, progress: job.progress, stage: job.stage, etaSeconds: job.eta_seconds }
      updateCachedVideo(client, { ...video, hasJob: true, jobStatus: job.status, startSource: null, processing: true, progress })
    } catch (error) {
      showToast('bad', sentences.processingFailed(error instanceof Error ? error.message : String(error)))
    } finally {
      setStarting(false)
    }
  }
  return (
    <Button kind="primary" pending={isStarting} onClick={() => void start()}>
      Start Processing
    </Button>
  )
}
