import type { ActivityColor } from '@video-forge/contract/rules/admin-rules'
import { sentences } from '@video-forge/contract/sentences'
import { History } from 'lucide-react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useActivities } from '../admin-queries.ts'

const dots: Record<ActivityColor, string> = {
  blue: 'bg-inverse',
  green: 'bg-done',
  red: 'bg-bad-solid',
  gray: 'bg-control',
  amber: 'bg-warn',
}

export function ActivityList() {
  const activities = useActivities()
  return (
    <Panel title="Recent activity">
      <QueryView query={activities} failed={sentences.adminFailed} skeleton="h-80">
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={History} title="No activity yet" text="Jobs and admin actions appear here." />
          ) : (
            <section
              aria-label="Activities"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
              tabIndex={0}
              className="max-h-96 overflow-y-auto rounded-surface border border-line bg-surface"
            >
              <ul className="divide-y divide-line">
                {list.map(({ id, activity, timeAgo, color }) => (
                  <li key={id} className="flex items-start gap-3 px-4 py-2.5 text-13">
                    <span
                      aria-hidden="true"
                      className={`mt-1.5 size-2 shrink-0 rounded-full forced-colors:bg-[CanvasText] ${dots[color]}`}
                    />
                    <span className="min-w-0 flex-1 break-words">{activity}</span>
                    <span className="shrink-0 text-muted tabular-nums">{timeAgo}</span>
                  </li>
                ))}
              </ul>
            </section>
          )
        }
      </QueryView>
    </Panel>
  )
}
