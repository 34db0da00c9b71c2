import type { Statistics } from '@video-forge/contract/plays'
import { playRules } from '@video-forge/contract/rules/play-rules'
import { ChartNoAxesColumn, Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { QueryView } from '../ui/feedback/query-view.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { SegmentedToggle } from '../ui/forms/segmented-toggle.tsx'
import { saveFile } from '../ui/save-file.ts'
import { periodNamed, periodNames, periodOptions } from './period-names.ts'
import { ShareTables } from './share-tables.tsx'
import { statisticsCsv } from './statistics-csv.ts'
import { StatisticsFigures } from './statistics-figures.tsx'
import { type StatisticsScope, statisticsFailed, useStatistics } from './statistics-queries.ts'

/** Loads the chart library together with the charts. */
const StatisticsCharts = lazy(async () => ({ default: (await import('./statistics-charts.tsx')).StatisticsCharts }))

interface StatisticsViewProps {
  scope: StatisticsScope
  /** The beginning of the name of the saved file. */
  fileName: string
  /** Seconds of the video, for positions along it. */
  duration?: number | undefined
  /** What can be done to get viewers, shown while there are none at all. */
  emptyAction?: ReactNode
  /** Shown below the figures and charts. */
  children?: (found: Statistics) => ReactNode
}

/** What viewers did in a period: figures, curves, hosts and devices. */
export function StatisticsView({ scope, fileName, duration, emptyAction, children }: StatisticsViewProps) {
  const [period, setPeriod] = useState(periodNamed(''))
  const statistics = useStatistics(scope, period)
  const save = () => {
    if (!statistics.data) return
    const content = new Blob([statisticsCsv(statistics.data)], { type: 'text/csv;charset=utf-8' })
    saveFile({ filename: `${fileName}-${period === 'all' ? 'all-time' : `${period}-days`}.csv`, content })
  }
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SegmentedToggle
          label="Period"
          options={periodOptions}
          value={periodNames[period]}
          onValueChange={(name) => setPeriod(periodNamed(name))}
        />
        <Button onClick={save} disabled={!statistics.data || statistics.isPlaceholderData}>
          <Download aria-hidden="true" className="size-4" />
          Save as CSV
        </Button>
      </div>
      <QueryView query={statistics} failed={statisticsFailed} skeleton="h-[36rem]">
        {(found) => (
          <div className="flex flex-col gap-8">
            <StatisticsFigures found={found} />
            {found.plays === 0 && found.views === 0 ? (
              <NoViews isAllTime={found.period === 'all'} action={emptyAction} onShowAll={() => setPeriod('all')} />
            ) : (
              <>
                <Suspense fallback={<Skeleton className="h-72 w-full rounded-surface" />}>
                  <StatisticsCharts found={found} duration={duration} />
                </Suspense>
                {children?.(found)}
                <ShareTables found={found} />
              </>
            )}
            <p className="max-w-form text-13 text-muted">
              A view counts after {playRules.viewSeconds} seconds or half of the video, once for each person in {playRules.viewHours} hours.
              Your own views and known robots are not counted. No cookie is set, and neither addresses nor names of viewers are stored.
            </p>
          </div>
        )}
      </QueryView>
    </div>
  )
}

function NoViews({ isAllTime, action, onShowAll }: { isAllTime: boolean; action: ReactNode; onShowAll: () => void }) {
  if (!isAllTime) {
    return (
      <EmptyState
        icon={ChartNoAxesColumn}
        title="No views in this period"
        text="Views, watch time and the curve of what people watch appear here seconds after somebody watches."
        action={
          <div className="flex flex-wrap justify-center gap-2">
            <Button onClick={onShowAll}>Show all time</Button>
            {action}
          </div>
        }
      />
    )
  }
  return (
    <EmptyState
      icon={ChartNoAxesColumn}
      title="Nobody has watched yet"
      text="Share a video to get its first viewers. What they do appears here seconds later."
      action={action}
    />
  )
}
