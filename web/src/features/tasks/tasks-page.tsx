import type { Task } from '@video-forge/contract/tasks'
import { ListChecks } from 'lucide-react'
import { Link } from 'react-router'
import { formatMoment } from '../../format/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { TaskProgress, TaskState, taskResult } from './task-facts.tsx'
import { useTasks } from './task-queries.ts'

/** Imports, bulk changes and exports of the signed-in user. */
export function TasksPage() {
  const list = useTasks()
  return (
    <>
      <PageHeading title="Tasks" subtitle="Imports, changes of many videos, and exports" />
      <QueryView query={list} failed="Your tasks could not be loaded." skeleton="h-40">
        {({ pages }) => {
          const tasks = pages.flatMap((page) => page.tasks)
          if (tasks.length === 0) return <NoTasks />
          return (
            <>
              <ul aria-label="Tasks" className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
                {tasks.map((task) => (
                  <TaskRow key={task.id} task={task} />
                ))}
              </ul>
              {list.hasNextPage && (
                <div className="mt-3 flex justify-center">
                  <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                    Show older
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </QueryView>
    </>
  )
}

const TaskRow = ({ task }: { task: Task }) => (
  <li className="relative flex flex-col gap-2 px-4 py-3 hover:bg-sunken">
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Link
        to={`/tasks/${task.id}`}
        className="wrap-anywhere min-w-0 font-medium underline-offset-4 after:absolute after:inset-0 hover:underline"
      >
        {task.title}
      </Link>
      <TaskState task={task} />
      <time dateTime={task.createdAt} className="ml-auto text-13 text-muted tabular-nums">
        {formatMoment(task.createdAt)}
      </time>
    </span>
    <span className="text-13 text-muted tabular-nums">{task.message ?? taskResult(task)}</span>
    <TaskProgress task={task} />
  </li>
)

const NoTasks = () => (
  <EmptyState
    icon={ListChecks}
    title="No tasks yet"
    text="When you import videos, change many at once or export your account, its progress and report are here."
    action={<ButtonLink to="/jobs">Open My Videos</ButtonLink>}
  />
)
