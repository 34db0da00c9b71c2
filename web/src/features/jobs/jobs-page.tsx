import { useQueryClient } from '@tanstack/react-query'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { ChevronDown, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { useBulkTasks } from '../../bulk-view/use-bulk-tasks.tsx'
import { activeCount } from '../../jobs-view/job-filters.ts'
import { useJobList, useJobStats } from '../../jobs-view/job-queries.ts'
import { JobsFailed } from '../../jobs-view/jobs-failed.tsx'
import { LiveIndicator } from '../../jobs-view/live/live-indicator.tsx'
import { StatusAnnouncer } from '../../jobs-view/live/status-announcer.tsx'
import { useLiveJobs } from '../../jobs-view/live/use-live-jobs.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { StaleNotice } from '../../ui/feedback/stale-notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { usePhoneFold } from '../../ui/use-phone-fold.ts'
import { AddAnother, NoJobs } from './list/few-videos.tsx'
import { JobList } from './list/job-list.tsx'
import { JobListControls } from './list/job-list-controls.tsx'
import { useJobListParams } from './list/job-list-params.ts'
import { ShowMore } from './list/show-more.tsx'
import { SystemPanel } from './list/system-panel.tsx'
import { VideoRowsSkeleton } from './list/video-rows-skeleton.tsx'

const pageSize = 20

export function JobsPage() {
  const params = useJobListParams()
  const { filter, sort, narrowing, chooseFilter, chooseSort } = params
  const list = useJobList({ status: filter.status, drafts: filter.drafts, sort, limit: pageSize, ...narrowing })
  const jobs = list.data?.pages.flatMap((page) => page.jobs) ?? []
  const drafts = list.data?.pages.flatMap((page) => page.drafts) ?? []
  const last = list.data?.pages.at(-1)
  const shown = drafts.length + jobs.length
  const live = useLiveJobs(jobs)
  const stats = useJobStats({ isLiveDown: live.live.isDown })
  // The counts include active jobs that the filter hides.
  const isBusy = (stats.data !== undefined && activeCount(stats.data) > 0) || jobs.some(({ status }) => isActive(status))
  const refreshAll = () => {
    void list.refetch()
    void stats.refetch()
    if (live.isStale) void live.refetch()
  }
  const isStale = list.isRefetchError || live.isStale
  const heading = useRef<HTMLHeadingElement>(null)
  // The selection goes with its list, which begins anew.
  const [round, setRound] = useState(0)
  const client = useQueryClient()
  const refreshLists = useCallback(() => void client.invalidateQueries({ queryKey: ['jobs'] }), [client])
  const bulk = useBulkTasks({ fallbackFocus: heading, onStarted: () => setRound(round + 1), onEnded: refreshLists })
  const status = filter.drafts === 'only' ? 'DRAFT' : filter.status

  return (
    <>
      <PageHeading
        title="My Videos"
        actions={
          <PageActions>
            <LiveIndicator state={live.live.state} />
            <ButtonLink to="/import">Import</ButtonLink>
            <ButtonLink to="/statistics">Statistics</ButtonLink>
            <ButtonLink to="/trash">Trash</ButtonLink>
            <RefreshButton isPending={list.isRefetching && !list.isPlaceholderData} onClick={refreshAll} />
          </PageActions>
        }
      />
      <JobListControls
        {...{ stats: stats.data, filter, sort, narrowing }}
        onFilter={chooseFilter}
        onSort={chooseSort}
        onNarrow={params.narrow}
      />
      {bulk.notes}
      {isBusy && <SystemPanel stats={live.live.stats} />}
      <StatusAnnouncer jobs={jobs} />
      {list.data && isStale && <StaleNotice since={Math.max(list.dataUpdatedAt, live.dataUpdatedAt)} onRetry={refreshAll} />}
      {list.isPending && <VideoRowsSkeleton />}
      {list.isError && !list.data && <JobsFailed error={list.error} onRetry={refreshAll} />}
      {list.data && shown === 0 && <NoJobs filter={filter} isNarrowed={Object.keys(narrowing).length > 0} onShowAll={params.showAll} />}
      {shown > 0 && last && (
        <div aria-busy={list.isPlaceholderData} className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : undefined}>
          <JobList
            key={[filter.name, sort, JSON.stringify(narrowing), round].join(' ')}
            {...{ drafts, jobs, heading, bulk }}
            total={last.total + last.draftTotal}
            filter={{ ...narrowing, ...(status && { status }) }}
          />
        </div>
      )}
      {bulk.dialog}
      {shown === 1 && !filter.param && <AddAnother />}
      <ShowMore
        shown={shown}
        hasMore={list.hasNextPage}
        isLoading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onMore={async () => !(await list.fetchNextPage()).hasNextPage}
      />
    </>
  )
}

/** On a phone the videos come first. */
function PageActions({ children }: { children: ReactNode }) {
  const { button, panelId, foldedClass } = usePhoneFold()
  return (
    <>
      <Button {...button} kind="quiet">
        More
        <ChevronDown aria-hidden="true" className={classNames('size-4', button['aria-expanded'] && 'rotate-180')} />
      </Button>
      <div id={panelId} className={classNames('flex flex-wrap items-center gap-x-4 gap-y-2 max-md:w-full', foldedClass)}>
        {children}
      </div>
    </>
  )
}

const RefreshButton = ({ isPending, onClick }: { isPending: boolean; onClick: () => void }) => (
  <Button pending={isPending} onClick={onClick}>
    {!isPending && <RefreshCw aria-hidden="true" className="size-4" />}
    Refresh All
  </Button>
)
