import type { MetricPoint } from '@video-forge/contract/admin/admin-system'
import type { HistoryRange } from '@video-forge/contract/rules/admin-rules'
import { formatBytes } from '../../../format/bytes.ts'
import { LineChart, type Series } from './line-chart.tsx'

interface ChartKind {
  title: string
  series: Series[]
  format: (value: number) => string
  /** The lowest maximum of the axis, so that a quiet hour is a flat line and not noise. */
  minTop: number
}

const whole = (value: number) => (Number.isInteger(value) ? String(value) : value.toFixed(1))

const charts: ChartKind[] = [
  {
    title: 'Queue',
    minTop: 2,
    format: whole,
    series: [
      { name: 'Queued', token: '--color-muted', value: ({ queued }) => queued },
      { name: 'Active', token: '--color-ember', value: ({ active }) => active },
    ],
  },
  {
    title: 'Throughput',
    minTop: 1,
    format: (value) => `${value.toFixed(2)} s/s`,
    series: [{ name: 'Seconds of video processed per second', token: '--color-ember', value: ({ throughput }) => throughput }],
  },
  {
    title: 'Failures',
    minTop: 2,
    format: whole,
    series: [
      { name: 'Failed', token: '--color-bad', value: ({ failed }) => failed },
      { name: 'Completed', token: '--color-done', value: ({ completed }) => completed },
    ],
  },
  {
    title: 'Storage',
    minTop: 10 * 1024 ** 2,
    format: formatBytes,
    series: [{ name: 'Size of all assets', token: '--color-ink', value: ({ storageBytes }) => storageBytes }],
  },
]

export const HistoryCharts = ({ points, range }: { points: readonly MetricPoint[]; range: HistoryRange }) => (
  <ul className="grid gap-3 lg:grid-cols-2">
    {charts.map(({ title, series, format, minTop }) => (
      <li key={title} className="flex min-w-0 flex-col gap-2 rounded-surface border border-line bg-surface px-4 py-3">
        <h3 className="font-medium">{title}</h3>
        <LineChart title={title} points={points} range={range} series={series} format={format} minTop={minTop} />
      </li>
    ))}
  </ul>
)
