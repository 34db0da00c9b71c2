import { Link } from 'react-router'
import { type JobFilter, type JobStats, jobFilters, pathOf } from '../../jobs-view/job-filters.ts'
import { useJobStats } from '../../jobs-view/job-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'

/** The number of videos per status, each linked to the filtered list. A status that no video has is left out. */
export function StatTiles() {
  const { data: stats, isError, isPending, dataUpdatedAt, refetch } = useJobStats()
  const retry = () => void refetch()
  const counted = stats ? jobFilters.filter((filter) => filter.count(stats) > 0) : []
  return (
    <section aria-label="Your videos by status" className="flex flex-col gap-3">
      {isPending && <Skeleton className="h-19 rounded-surface" />}
      {stats && counted.length === 0 && <p className="text-13 text-muted">0 videos so far</p>}
      {stats && counted.length > 0 && (
        <ul className="grid grid-cols-2 gap-3 sm:flex sm:flex-wrap">
          {counted.map((filter) => (
            <Tile key={filter.name} filter={filter} stats={stats} />
          ))}
        </ul>
      )}
      {isError && stats && <StaleNotice since={dataUpdatedAt} onRetry={retry} />}
      {isError && !stats && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-13 text-bad">
          The counts could not be loaded.
          <Button size="small" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
    </section>
  )
}

const Tile = ({ filter, stats }: { filter: JobFilter; stats: JobStats }) => (
  <li className="sm:min-w-36 sm:max-w-60 sm:flex-1">
    <Link
      to={pathOf(filter)}
      className="flex flex-col gap-1 rounded-surface border border-line bg-surface px-4 py-3 transition-colors hover:border-control"
    >
      <span className="text-13 text-muted">{filter.name}</span>
      <span className="flex h-8 items-center font-semibold text-24 tabular-nums">{filter.count(stats)}</span>
    </Link>
  </li>
)
