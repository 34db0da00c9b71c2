import { Link } from 'react-router'
import { jobFilters, pathOf } from '../../jobs-view/job-filters.ts'
import { useJobStats } from '../../jobs-view/job-queries.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'

/** The number of jobs per status, each linked to the filtered list. */
export function StatTiles() {
  const { data: stats, isError, isPending, dataUpdatedAt, refetch } = useJobStats()
  const retry = () => void refetch()
  return (
    <section aria-label="Your videos by status" className="flex flex-col gap-3">
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-6">
        {jobFilters.map((filter) => (
          <li key={filter.name}>
            <Link
              to={pathOf(filter)}
              className="flex flex-col gap-1 rounded-surface border border-line bg-surface px-4 py-3 transition-colors hover:border-control"
            >
              <span className="text-13 text-muted">{filter.name}</span>
              <span className="flex h-8 items-center font-semibold text-24 tabular-nums">
                {isPending ? <Skeleton className="h-6 w-10" /> : stats ? filter.count(stats) : '–'}
              </span>
            </Link>
          </li>
        ))}
      </ul>
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
