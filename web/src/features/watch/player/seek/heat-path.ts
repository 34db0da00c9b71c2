/** The highest point stays a little below the edge. */
const height = 100

/** An SVG path in a box of 100 by 100 for values of any size, from the start to the end of the video. Empty if there is nothing to show. */
export function heatPath(values: readonly number[]): string {
  const known = values.map((value) => (Number.isFinite(value) && value > 0 ? value : 0))
  const highest = Math.max(0, ...known)
  if (highest === 0 || known.length < 2) return ''
  const points = known.map((value, index) => [(index / (known.length - 1)) * 100, height - (value / highest) * height] as const)
  const round = (value: number) => Math.round(value * 100) / 100
  return `M0,${height} ${points.map(([x, y]) => `L${round(x)},${round(y)}`).join(' ')} L100,${height} Z`
}
