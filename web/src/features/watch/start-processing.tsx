import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { outputFormats } from '@video-forge/contract/rules/formats'
import { sentences } from '@video-forge/contract/sentences'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { updateCachedVideo } from '../../videos-view/video-query.ts'

/** Starts processing an upload in all formats, the default of the upload page. */
export function StartProcessing({ video, source }: { video: VideoDetails; source: string }) {
  const client = useQueryClient()
  const start = useMutation({
    mutationFn: () => {
      const { title, description, visibility } = video
      return call('POST /jobs', { body: { inputSource: source, outputFormats: [...outputFormats], title, description, visibility } })
    },
    onSuccess: ({ job: { status, progress, stage, eta_seconds: etaSeconds } }) =>
      updateCachedVideo(client, {
        ...video,
        hasJob: true,
        jobStatus: status,
        startSource: null,
        processing: true,
        progress: { status, progress, stage, etaSeconds },
      }),
    onError: (error) => showToast('bad', sentences.processingFailed(error.message)),
  })
  return (
    <Button kind="primary" pending={start.isPending} onClick={() => start.mutate()}>
      Start Processing
    </Button>
  )
}
