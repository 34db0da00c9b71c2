import type { SystemStats } from '@video-forge/contract/live'
import { limits } from '@video-forge/contract/rules/limits'

const facts = (stats: SystemStats | undefined): [name: string, value: string][] => [
  ['Running now', String(stats?.currentJobs ?? '–')],
  ['In the queue', String(stats?.queueLength ?? '–')],
  ['Maximum per worker', String(stats?.maxConcurrent ?? limits.shownMaxConcurrent)],
]

/** How busy the site is. */
export const SystemPanel = ({ stats }: { stats: SystemStats | undefined }) => (
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
