import { useMutation, useQuery } from '@tanstack/react-query'
import { hasEnded } from '@video-forge/contract/rules/task-rules'
import type { Task } from '@video-forge/contract/tasks'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { call } from '../session/call.ts'
import { Button } from '../ui/button.tsx'
import { Progress } from '../ui/feedback/progress.tsx'
import { showToast } from '../ui/overlays/toast-store.ts'

/** How often what runs is read again. */
const runningMs = 1000

interface BulkNoteProps {
  /** As it was when it was started. */
  task: Task
  /** It deletes, which can be undone. */
  canUndo: boolean
  /** Called once, when the list may have changed. */
  onEnded: () => void
  onStarted: (undo: Task) => void
  onDismiss: () => void
}

/** How far a change of many videos is, and then what it did. The page of the task has the report. */
export function BulkNote({ task: started, canUndo, onEnded, onStarted, onDismiss }: BulkNoteProps) {
  const { data: task = started } = useQuery({
    queryKey: ['tasks', started.id],
    queryFn: async ({ signal }) => (await call('GET /tasks/{id}', { params: { id: started.id } }, { signal })).task,
    refetchInterval: ({ state }) => (state.data && hasEnded(state.data.status) ? false : runningMs),
  })
  const isOver = hasEnded(task.status)
  const wasOver = useRef(false)
  useEffect(() => {
    if (isOver && !wasOver.current) onEnded()
    wasOver.current = isOver
  }, [isOver, onEnded])
  const undo = useMutation({
    mutationFn: async () => (await call('POST /videos/bulk', { body: { task: task.id, change: { action: 'restore' } } })).task,
    onSuccess: (restoring) => {
      onDismiss()
      onStarted(restoring)
    },
    onError: (error) => showToast('bad', error.message),
  })
  const { total, done, skipped, failed } = task.counts
  const share = total === 0 ? 0 : ((done + skipped + failed) / total) * 100
  return (
    <section
      aria-label={task.title}
      className="flex animate-fade flex-col gap-2 rounded-surface border border-line bg-surface py-2 pr-2 pl-4"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <p role="status" className="min-w-0 flex-1 text-13">
          <span className="font-medium">{task.title}</span>: <span className="tabular-nums">{summaryOf(task)}</span>
        </p>
        <Link to={`/tasks/${task.id}`} className="inline-flex min-h-10 items-center text-13 underline">
          {isOver ? 'Show report' : 'Show progress'}
        </Link>
        {isOver && canUndo && done > 0 && (
          <Button size="small" pending={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
        {isOver && (
          <Button size="small-icon" kind="quiet" aria-label="Dismiss" onClick={onDismiss}>
            <X aria-hidden="true" className="size-4" />
          </Button>
        )}
      </div>
      {!isOver && <Progress label={task.title} value={share} />}
    </section>
  )
}

function summaryOf({ status, counts: { total, done, skipped, failed }, message }: Task): string {
  if (!hasEnded(status)) return `${(done + skipped + failed).toLocaleString('en')} of ${total.toLocaleString('en')}`
  if (status === 'failed') return message ?? 'could not be done'
  const parts = [`${done.toLocaleString('en')} done`]
  if (skipped > 0) parts.push(`${skipped.toLocaleString('en')} skipped`)
  if (failed > 0) parts.push(`${failed.toLocaleString('en')} failed`)
  return `${status === 'cancelled' ? 'cancelled, ' : ''}${parts.join(', ')}`
}
