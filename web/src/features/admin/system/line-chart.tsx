import type { MetricPoint } from '@video-forge/contract/admin/admin-system'
import type { HistoryRange } from '@video-forge/contract/rules/admin-rules'
import { useMemo } from 'react'
import type uPlot from 'uplot'
import { axesIn, type ReadColor, useChart } from '../../../ui/charts/use-chart.ts'

export interface Series {
  name: string
  /** The colour's name in tokens.css. */
  token: string
  value: (point: MetricPoint) => number
}

interface LineChartProps {
  title: string
  points: readonly MetricPoint[]
  range: HistoryRange
  series: readonly Series[]
  format: (value: number) => string
  minTop: number
}

const height = 180
const spanSeconds: Record<HistoryRange, number> = { '1h': 3600, '24h': 86_400, '30d': 2_592_000 }

/** A line per series over the whole range, with gaps where there is no reading. The label says the same in words. */
export function LineChart({ title, points, range, series, format, minTop }: LineChartProps) {
  const data = useMemo(() => dataOf(points, series), [points, series])
  const options = useMemo(() => (color: ReadColor) => optionsFor(color, { range, series, format, minTop }), [range, series, format, minTop])
  const box = useChart({ data, height, options })

  const latest = points.at(-1)
  return (
    <>
      <div ref={box} role="img" aria-label={`${title}: ${summary(points, series, format)}`} className="h-45 min-w-0" />
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-muted">
        {series.map(({ name, token, value }) => (
          <li key={name} className="flex items-center gap-1.5 tabular-nums">
            <span aria-hidden="true" className="h-0.5 w-4 rounded-full" style={{ background: `var(${token})` }} />
            {name}
            {latest && <span className="font-medium text-ink">{format(value(latest))}</span>}
          </li>
        ))}
        {!latest && <li>No readings yet. The first one comes within two minutes.</li>}
      </ul>
    </>
  )
}

function summary(points: readonly MetricPoint[], series: readonly Series[], format: (value: number) => string): string {
  const latest = points.at(-1)
  if (!latest) return 'no readings yet'
  return series.map(({ name, value }) => `${name} ${format(value(latest))}, at most ${format(Math.max(...points.map(value)))}`).join('; ')
}

const dataOf = (points: readonly MetricPoint[], series: readonly Series[]): uPlot.AlignedData => [
  points.map(({ at }) => Date.parse(at) / 1000),
  ...series.map(({ value }) => points.map(value)),
]

type OptionParts = Pick<LineChartProps, 'range' | 'series' | 'format' | 'minTop'>

const optionsFor = (color: ReadColor, { range, series, format, minTop }: OptionParts): Omit<uPlot.Options, 'width' | 'height'> => ({
  legend: { show: false },
  cursor: { show: false },
  scales: {
    x: { time: true, range: () => [Date.now() / 1000 - spanSeconds[range], Date.now() / 1000] },
    y: { range: (_chart, _low, high) => [0, Math.max(minTop, (high ?? 0) * 1.1)] },
  },
  axes: axesIn(color, { x: momentIn(range), y: format }),
  series: [
    {},
    ...series.map(({ name, token }) => ({ label: name, stroke: color(token), width: 2, points: { size: 4, fill: color(token) } })),
  ],
})

/** A time of day, or a day, in the reader's locale. */
const momentIn =
  (range: HistoryRange) =>
  (seconds: number): string =>
    range === '30d'
      ? new Date(seconds * 1000).toLocaleDateString(undefined, { month: 'short', day: 'numeric' })
      : new Date(seconds * 1000).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })
