import type { Statistics } from '@video-forge/contract/plays'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Table } from '../ui/table.tsx'
import { positionOf, RetentionChart } from './retention-chart.tsx'
import { formatDay, formatNumber, formatPercent, formatWatchTime } from './statistics-format.ts'
import { ViewsChart } from './views-chart.tsx'

interface StatisticsChartsProps {
  found: Statistics
  /** Seconds of the video. */
  duration: number | undefined
}

/** The curves, each with a table that says the same. */
export const StatisticsCharts = ({ found, duration }: StatisticsChartsProps) => {
  const { retention } = found
  return (
    <div className={retention ? 'grid gap-3 lg:grid-cols-2' : 'grid gap-3'}>
      <Chart
        title={found.step === 'day' ? 'Views by day' : 'Views by month'}
        hint="Days in UTC."
        table={
          <Table
            caption={`Table of views by ${found.step}`}
            columns={[
              { name: found.step === 'day' ? 'Day' : 'Month', cell: ({ day }) => formatDay(day, found.step) },
              { name: 'Views', cell: ({ views }) => formatNumber(views), numeric: true },
              { name: 'Watch time', cell: ({ watchSeconds }) => formatWatchTime(watchSeconds), numeric: true },
            ]}
            rows={found.byDay.toReversed()}
            rowKey={({ day }) => day}
          />
        }
      >
        <ViewsChart byDay={found.byDay} step={found.step} />
      </Chart>
      {retention && (
        <Chart
          title="Retention"
          hint="The share of plays that watched each part."
          table={
            <Table
              caption="Table of retention"
              columns={[
                { name: 'From', cell: (part) => positionOf(part, retention.length, duration) },
                { name: 'Plays', cell: (part) => formatPercent(retention[part] ?? 0), numeric: true },
              ]}
              rows={retention.flatMap((_, part) => (part % 5 === 0 ? [part] : []))}
              rowKey={String}
            />
          }
        >
          <RetentionChart retention={retention} duration={duration} />
        </Chart>
      )}
    </div>
  )
}

const Chart = ({ title, hint, table, children }: { title: string; hint: string; table: ReactNode; children: ReactNode }) => (
  <section aria-label={title} className="flex min-w-0 flex-col gap-2 rounded-surface border border-line bg-surface px-4 py-3">
    <div className="flex flex-wrap items-baseline justify-between gap-x-3">
      <h2 className="font-medium">{title}</h2>
      <p className="text-12 text-muted">{hint}</p>
    </div>
    {children}
    <details className="group">
      <summary className="-ml-1 flex min-h-10 w-fit cursor-pointer list-none items-center gap-1 rounded-control pr-1 text-13 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Show as a table
      </summary>
      <div className="max-h-80 overflow-y-auto">{table}</div>
    </details>
  </section>
)
