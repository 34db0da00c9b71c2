import { isActive } from '@video-forge/contract/job-lifecycle'
import type { Job } from '@video-forge/contract/jobs'
import type { SystemStats } from '@video-forge/contract/live'
import type { LiveStatus } from '../../live/live-store.ts'

const facts = (stats: SystemStats | undefined): [name: string, value: string][] => [
  ['Running now', String(stats?.currentJobs ?? '–')],
  ['Waiting in line', String(stats?.queueLength ?? '–')],
  ['At once, per worker', String(stats?.maxConcurrent ?? '–')],
]

/** How busy the whole site is, while one of these jobs is being made or waits for its turn. */
export function SystemPanel({ jobs, live: { stats } }: { jobs: readonly Job[]; live: LiveStatus }) {
  if (!jobs.some(({ status }) => isActive(status))) return null
  return (
    <section aria-label="System status" className="rounded-surface border border-line bg-surface px-4 py-3">
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {facts(stats).map(([name, value]) => (
          <div key={name} className="flex items-baseline gap-2">
            <dt className="text-13 text-muted">{name}</dt>
            <dd className="min-w-4 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
