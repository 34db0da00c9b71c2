import { useMemo, useState } from 'react'
import type uPlot from 'uplot'
import { formatDuration } from '../format/duration.ts'
import { axesIn, type ReadColor, useChart } from '../ui/charts/use-chart.ts'
import { formatPercent } from './statistics-format.ts'
import { timeMarks } from './time-marks.ts'

interface RetentionChartProps {
  retention: readonly number[]
  /** Seconds; undefined if it is not known, so that positions are shares of the video. */
  duration: number | undefined
}

const height = 200

/** Where a hundredth of the video begins. */
export const positionOf = (part: number, parts: number, duration: number | undefined): string =>
  duration === undefined ? formatPercent(part / parts) : formatDuration((part / parts) * duration)

/** The share of plays that reached each part of the video. */
export function RetentionChart({ retention, duration }: RetentionChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const data = useMemo((): uPlot.AlignedData => [retention.map((_, part) => part), [...retention]], [retention])
  const options = useMemo(
    () => (color: ReadColor) => optionsFor(color, { parts: retention.length, duration }, setPointed),
    [retention.length, duration],
  )
  const box = useChart({ data, height, options })
  const half = retention.findIndex((share) => share < 0.5)
  const position = (part: number) => positionOf(part, retention.length, duration)
  const label = [
    `Retention: ${formatPercent(retention.at(-1) ?? 0)} of plays reach the end`,
    half >= 0 && `fewer than half watch ${position(half)}`,
  ]
  return (
    <div className="flex flex-col gap-1">
      <p aria-hidden="true" className="h-5 text-13 text-muted tabular-nums">
        {pointed !== null && `${position(pointed)}: ${formatPercent(retention[pointed] ?? 0)} of plays`}
      </p>
      <div ref={box} role="img" aria-label={label.filter(Boolean).join('; ')} className="h-50 min-w-0" />
    </div>
  )
}

const optionsFor = (
  color: ReadColor,
  { parts, duration }: { parts: number; duration: number | undefined },
  onPoint: (part: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> => ({
  legend: { show: false },
  cursor: { y: false, drag: { x: false, y: false }, points: { size: 6, fill: color('--color-ember'), stroke: color('--color-ember') } },
  hooks: { setCursor: [({ cursor }) => onPoint(cursor.left === undefined || cursor.left < 0 ? null : (cursor.idx ?? null))] },
  scales: { x: { time: false, range: (_chart, _low, high) => [0, high ?? 99] }, y: { range: () => [0, 1] } },
  axes: axesIn(color, {
    // Rounded, because the part of a round time is not a whole number.
    x: (part) => (duration === undefined ? formatPercent(part / parts) : formatDuration(Math.round((part / parts) * duration))),
    y: formatPercent,
    ...(duration && {
      xMarks: (minParts) => timeMarks(duration, (minParts / parts) * duration).map((seconds) => (seconds / duration) * parts),
    }),
  }),
  series: [{}, { stroke: color('--color-ember'), fill: color('--color-ember', 0.15), width: 2, points: { show: false } }],
})
