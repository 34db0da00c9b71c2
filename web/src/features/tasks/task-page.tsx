import { useMutation, useQueryClient } from '@tanstack/react-query'
import { hasEnded } from '@video-forge/contract/rules/task-rules'
import type { Task } from '@video-forge/contract/tasks'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import { ApiError } from '../../api/api-error.ts'
import { withDefaultMessage } from '../../api/with-default-message.ts'
import { formatMoment } from '../../format/dates.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { MissingPage } from '../../ui/feedback/missing-page.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { AlertDialog } from '../../ui/overlays/alert-dialog.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TaskProgress, TaskState, taskResult } from './task-facts.tsx'
import { tasksKey, useTask } from './task-queries.ts'
import { TaskReport } from './task-report.tsx'

/** One task: how far it is, and what it did with each item. */
export function TaskPage() {
  const { id = '' } = useParams()
  const task = useTask(id)
  if (task.error instanceof ApiError && task.error.code === 'NOT_FOUND') {
    const action = <ButtonLink to="/tasks">See your tasks</ButtonLink>
    return <MissingPage title="Task not found" text="Reports are removed after a while." action={action} />
  }
  return (
    <>
      <PageHeading title={task.data?.title ?? 'Task'} actions={<ButtonLink to="/tasks">All tasks</ButtonLink>} />
      <QueryView query={task} failed="The task could not be loaded.">
        {(loaded) => <LoadedTask task={loaded} />}
      </QueryView>
    </>
  )
}

const LoadedTask = ({ task }: { task: Task }) => (
  <div className="flex flex-col gap-6">
    <div className="flex flex-col gap-3 rounded-surface border border-line bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <TaskState task={task} />
        <p role="status" className="text-muted tabular-nums">
          {taskResult(task)}
        </p>
        {!hasEnded(task.status) && <CancelButton task={task} />}
      </div>
      <TaskProgress task={task} />
      <p className="text-13 text-muted tabular-nums">
        Begun {formatMoment(task.createdAt)}
        {task.endedAt ? `, ended ${formatMoment(task.endedAt)}.` : '. It goes on when you close this page.'}
      </p>
    </div>
    {task.message && <Notice tone={task.status === 'failed' ? 'bad' : 'good'}>{task.message}</Notice>}
    {task.counts.total > 0 && <TaskReport task={task} />}
  </div>
)

function CancelButton({ task }: { task: Task }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const cancel = useMutation({
    mutationFn: () =>
      withDefaultMessage('It could not be cancelled. Please try again.', call('POST /tasks/{id}/cancel', { params: { id: task.id } })),
    onSettled: () => client.invalidateQueries({ queryKey: tasksKey }),
    onSuccess: () => setAsking(false),
  })
  return (
    <span className="ml-auto">
      <Button ref={trigger} size="small" onClick={() => setAsking(true)}>
        Cancel
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Cancel this task?"
        description="What it has done already stays. What it has not begun is left as it is."
        confirm="Cancel task"
        destructive
        pending={cancel.isPending}
        returnFocusTo={trigger}
        onConfirm={() => cancel.mutate()}
      >
        {cancel.isError && <Notice tone="bad">{cancel.error.message}</Notice>}
      </AlertDialog>
    </span>
  )
}
