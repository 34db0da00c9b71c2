import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Request } from '@video-forge/contract/endpoints'
import { jobKeys } from '../../jobs-view/live/job-cache.ts'
import { call } from '../../session/call.ts'
import { showToast } from '../../ui/overlays/toast-store.ts'

/** Starts a job. `onCreated` runs before the lists show it. */
export function useCreateJob(onCreated: () => void = () => undefined) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Request<'POST /jobs'>['body']) => call('POST /jobs', { body }),
    onSuccess: ({ job }) => {
      showToast('good', `"${job.title}" was queued.`)
      onCreated()
      void client.invalidateQueries({ queryKey: jobKeys.lists })
      void client.invalidateQueries({ queryKey: jobKeys.stats })
    },
  })
}
