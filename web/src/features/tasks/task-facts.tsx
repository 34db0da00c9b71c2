import { hasEnded } from '@video-forge/contract/rules/task-rules'
import type { Task } from '@video-forge/contract/tasks'
import { formatCount } from '../../format/count.ts'
import { Badge, type Tone } from '../../ui/feedback/badge.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'

const states: Record<Task['status'], { name: string; tone: Tone }> = {
  listing: { name: 'Reading the list', tone: 'neutral' },
  running: { name: 'Running', tone: 'neutral' },
  completed: { name: 'Completed', tone: 'good' },
  failed: { name: 'Failed', tone: 'bad' },
  cancelled: { name: 'Cancelled', tone: 'warn' },
}

export function TaskState({ task: { status, counts } }: { task: Task }) {
  const { name, tone } = states[status]
  const hasFailures = status === 'completed' && counts.failed > 0
  return <Badge tone={hasFailures ? 'warn' : tone}>{hasFailures ? 'Completed with failures' : name}</Badge>
}

/** '12 of 40 done, 3 skipped, 1 failed'. */
export function taskResult({ status, counts: { total, done, skipped, failed } }: Task): string {
  if (status === 'listing') return total === 0 ? 'Looking at what there is to do' : `Found ${formatCount(total, 'item')} so far`
  if (total === 0) return 'There was nothing to do'
  const rest = [skipped > 0 && `${skipped.toLocaleString('en')} skipped`, failed > 0 && `${failed.toLocaleString('en')} failed`]
  return [`${done.toLocaleString('en')} of ${total.toLocaleString('en')} done`, ...rest].filter(Boolean).join(', ')
}

/** Nothing for one that has ended: its report says more. */
export function TaskProgress({ task }: { task: Task }) {
  const { total, done, skipped, failed } = task.counts
  if (hasEnded(task.status)) return null
  const share = task.status === 'listing' || total === 0 ? 0 : ((done + skipped + failed) / total) * 100
  return <Progress label={`Progress of ${task.title}`} value={share} />
}
