import type { TaskItemStatus } from '@video-forge/contract/rules/task-rules'
import type { Task, TaskItem } from '@video-forge/contract/tasks'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { Badge, type Tone } from '../../ui/feedback/badge.tsx'
import { QueryView } from '../../ui/feedback/query-view.tsx'
import { FilterChips } from '../../ui/forms/filter-chips.tsx'
import { useTaskItems } from './task-queries.ts'

const states: Record<TaskItemStatus, { name: string; tone: Tone }> = {
  waiting: { name: 'Not begun', tone: 'neutral' },
  running: { name: 'Running', tone: 'neutral' },
  done: { name: 'Done', tone: 'good' },
  skipped: { name: 'Skipped', tone: 'warn' },
  failed: { name: 'Failed', tone: 'bad' },
}

/** What happened with each item. */
export function TaskReport({ task }: { task: Task }) {
  const [filter, setFilter] = useState<TaskItemStatus>()
  const { total, done, skipped, failed } = task.counts
  const items = useTaskItems(task.id, filter, `${task.status} ${total} ${done} ${skipped} ${failed}`)
  const heading = useId()
  const filters = [
    { name: 'All', status: undefined, count: total },
    { name: 'Failed', status: 'failed', count: failed },
    { name: 'Skipped', status: 'skipped', count: skipped },
    { name: 'Done', status: 'done', count: done },
  ] as const
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h2 id={heading} className="font-semibold text-16">
        Report
      </h2>
      <FilterChips
        chips={filters
          .filter(({ status, count }) => status === undefined || status === filter || count > 0)
          .map(({ name, status, count }) => ({ name, count, isChosen: status === filter, onChoose: () => setFilter(status) }))}
      />
      <QueryView query={items} failed="The report could not be loaded.">
        {({ pages }) => (
          <>
            <ul aria-label="Items" className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
              {pages
                .flatMap((page) => page.items)
                .map((item, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: items keep their places, and two can have the same name.
                  <ItemRow key={index} item={item} />
                ))}
            </ul>
            {items.hasNextPage && (
              <div className="mt-3 flex justify-center">
                <Button pending={items.isFetchingNextPage} onClick={() => void items.fetchNextPage()}>
                  Show more
                </Button>
              </div>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

function ItemRow({ item: { source, status, videoId, videoTitle, reason } }: { item: TaskItem }) {
  const { name, tone } = states[status]
  const title = videoTitle ?? source
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <span className="wrap-anywhere min-w-0 flex-1 basis-60">
        {videoId && status !== 'failed' ? (
          <Link to={`/video/${videoId}`} className="font-medium underline decoration-control underline-offset-4 hover:decoration-current">
            {title}
          </Link>
        ) : (
          title
        )}
        {title !== source && <span className="block text-13 text-muted">{source}</span>}
        {reason && <span className="block text-13 text-muted">{reason}</span>}
      </span>
      <Badge tone={tone}>{name}</Badge>
    </li>
  )
}
