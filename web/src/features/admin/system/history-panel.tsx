import { type HistoryRange, historyRanges } from '@video-forge/contract/rules/admin-rules'
import { sentences } from '@video-forge/contract/sentences'
import { lazy, Suspense, useState } from 'react'
import { QueryView } from '../../../ui/feedback/query-view.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SegmentedToggle } from '../../../ui/forms/segmented-toggle.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { useHistory } from '../admin-queries.ts'

/** Loads the chart library together with the charts. */
const HistoryCharts = lazy(async () => ({ default: (await import('./history-charts.tsx')).HistoryCharts }))

const names: Record<HistoryRange, string> = { '1h': '1 h', '24h': '24 h', '30d': '30 d' }
const options = historyRanges.map((range) => names[range])

export function HistoryPanel() {
  const [range, setRange] = useState<HistoryRange>('1h')
  const history = useHistory(range)
  const choose = (name: string) => setRange(historyRanges.find((each) => names[each] === name) ?? '1h')
  return (
    <Panel
      title="History"
      hint="One reading per minute, and one per hour after two days. Kept for 30 days."
      actions={<SegmentedToggle label="Range" options={options} value={names[range]} onValueChange={choose} />}
    >
      <QueryView query={history} failed={sentences.adminFailed} skeleton="h-96">
        {(data) => (
          <Suspense fallback={<Skeleton className="h-96 w-full rounded-surface" />}>
            <HistoryCharts points={data.points} range={data.range} />
          </Suspense>
        )}
      </QueryView>
    </Panel>
  )
}
