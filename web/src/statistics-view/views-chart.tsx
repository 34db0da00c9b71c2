import type { Statistics } from '@video-forge/contract/plays'
import { useMemo, useState } from 'react'
import uPlot from 'uplot'
import { formatCount } from '../format/count.ts'
import { axesIn, type ReadColor, useChart } from '../ui/charts/use-chart.ts'
import { formatDay, formatNumber } from './statistics-format.ts'

type Points = Pick<Statistics, 'byDay' | 'step'>

const height = 200

/** One bar for each day or month. The line above says the value under the pointer; the table below says all of them. */
export function ViewsChart({ byDay, step }: Points) {
  const [pointed, setPointed] = useState<number | null>(null)
  // A bar without height would still be drawn as a line, so a day without views has none.
  const data = useMemo((): uPlot.AlignedData => [byDay.map((_, at) => at), byDay.map(({ views }) => views || null)], [byDay])
  const options = useMemo(() => (color: ReadColor) => optionsFor(color, { byDay, step }, setPointed), [byDay, step])
  const box = useChart({ data, height, options })
  const point = pointed === null ? undefined : byDay[pointed]
  return (
    <div className="flex flex-col gap-1">
      <p aria-hidden="true" className="h-5 text-13 text-muted tabular-nums">
        {point && `${formatDay(point.day, step)}: ${formatCount(point.views, 'view')}`}
      </p>
      <div ref={box} role="img" aria-label={`Views: ${summary({ byDay, step })}`} className="h-50 min-w-0" />
    </div>
  )
}

function summary({ byDay, step }: Points): string {
  const best = byDay.reduce<Points['byDay'][number] | undefined>(
    (most, each) => (most && most.views >= each.views ? most : each),
    undefined,
  )
  const total = byDay.reduce((sum, { views }) => sum + views, 0)
  if (!best) return 'none yet'
  return `${formatNumber(total)} in ${formatCount(byDay.length, step)}, at most ${formatNumber(best.views)} (${formatDay(best.day, step)})`
}

const optionsFor = (
  color: ReadColor,
  { byDay, step }: Points,
  onPoint: (at: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> => ({
  legend: { show: false },
  cursor: { x: false, y: false, drag: { x: false, y: false }, points: { show: false } },
  hooks: { setCursor: [({ cursor }) => onPoint(cursor.left === undefined || cursor.left < 0 ? null : (cursor.idx ?? null))] },
  scales: {
    x: { time: false, range: () => [-0.5, byDay.length - 0.5] },
    y: { range: (_chart, _low, high) => [0, Math.max(4, (high ?? 0) * 1.1)] },
  },
  axes: axesIn(color, {
    x: (at) => formatDay(byDay[at]?.day ?? '', step),
    y: (value) => (Number.isInteger(value) ? formatNumber(value) : ''),
  }).map((axis, index) => (index === 0 ? { ...axis, incrs: [1, 2, 7, 14, 28, 91, 365] } : axis)),
  series: [
    {},
    {
      stroke: color('--color-ember'),
      fill: color('--color-ember', 0.75),
      width: 1,
      ...(uPlot.paths.bars && { paths: uPlot.paths.bars({ size: [0.7, 48], radius: 0.1 }) }),
      points: { show: false },
    },
  ],
})
