import { defaultFormats } from '@video-forge/contract/rules/formats'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { sentences } from '@video-forge/contract/sentences'
import { Play } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { useCreateJob } from './use-create-job.ts'

/** Starts a job with the built-in video, in one click. Private, because nobody was asked who may see it. */
export function TrySample() {
  const creation = useCreateJob()
  const start = () =>
    creation.mutate(
      { inputSource: localSample, outputFormats: [...defaultFormats], visibility: 'private' },
      { onError: (error) => showToast('bad', sentences.createJobFailed(error.message)) },
    )
  return (
    <Button pending={creation.isPending} onClick={start}>
      {!creation.isPending && <Play aria-hidden="true" className="size-4" />}
      Try the sample
    </Button>
  )
}
