import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Job } from '@video-forge/contract/jobs'
import { useId, useLayoutEffect, useRef } from 'react'
import { call } from '../session/call.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/feedback/progress.tsx'
import { useKeptFocus } from '../ui/use-kept-focus.ts'
import { refreshJob } from './live/refresh-jobs.ts'

/** Automatic captions of a video that are being made, or why there are none. Nothing once they are there. */
export function JobCaptions({ job }: { job: Job }) {
  const id = useId()
  const change = useCaptionsChange(job)
  const { transcription } = job
  const area = useFocusInRow(transcription ? (transcription.status === 'failed' ? 'failed' : 'underway') : 'nothing')
  if (!transcription) return null
  const { status, progress, message } = transcription
  const actionOf = (action: 'make' | 'stop') => ({
    size: 'small' as const,
    pending: change.isPending && change.variables === action,
    onClick: () => {
      if (!change.isPending) change.mutate(action)
    },
  })
  return (
    <fieldset
      ref={area}
      aria-label={`Automatic captions of ${job.title}`}
      className="flex min-w-0 max-w-form flex-wrap items-center gap-x-3 gap-y-1.5"
    >
      {status === 'failed' ? (
        <>
          <div id={id} className="flex min-w-52 flex-1 flex-col gap-0.5 text-13">
            <p className="font-medium text-bad">No captions were made</p>
            <p>{message}</p>
          </div>
          <div className="flex gap-2">
            <Button {...actionOf('make')} aria-describedby={id}>
              Try again
            </Button>
            <Button {...actionOf('stop')} kind="quiet" aria-describedby={id}>
              Dismiss
            </Button>
          </div>
        </>
      ) : (
        <>
          <p id={id} className="text-13 text-muted tabular-nums">
            {status === 'waiting' ? 'Captions are waiting to be made' : `Making captions… ${progress} %`}
          </p>
          {status === 'running' && (
            <div className="min-w-12 flex-1">
              <Progress label={`Captions of ${job.title}`} value={progress} />
            </div>
          )}
          <Button {...actionOf('stop')} aria-describedby={id}>
            Cancel
          </Button>
        </>
      )}
      {change.error && <p className="basis-full text-13 text-bad">{change.error.message}</p>}
    </fieldset>
  )
}

/** The focus stays in the row when the focused button is gone. */
function useFocusInRow(shown: string) {
  const row = useRef<Element>(null)
  const area = useKeptFocus(shown, () => (row.current?.querySelector<HTMLElement>('h3 a') ?? row.current?.querySelector('button'))?.focus())
  useLayoutEffect(() => {
    row.current ??= area.current?.closest('li, section') ?? null
  })
  return area
}

/** Asks for captions again, in the same language, or stops them. */
function useCaptionsChange({ id, transcription }: Job) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (action: 'make' | 'stop'): Promise<void> => {
      const request = { params: { id } }
      const body = transcription ? { language: transcription.language } : {}
      if (action === 'make') await call('POST /gallery/videos/{id}/captions/automatic', { ...request, body })
      else await call('DELETE /gallery/videos/{id}/captions/automatic', request)
    },
    // Also after a refusal, whose usual reason is that the state has changed. Events say it too, unless they are down.
    onSettled: () => refreshJob(client, id, AbortSignal.timeout(10_000)).catch(() => {}),
  })
}
