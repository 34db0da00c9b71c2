import { heatPath } from './heat-path.ts'

/** How often each part was watched, above the bar. Decoration for the eye: the statistics page has the numbers. */
export function HeatCurve({ values }: { values: readonly number[] }) {
  const path = heatPath(values)
  if (!path) return null
  return (
    <svg
      aria-hidden="true"
      data-heat=""
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-x-0 bottom-1/2 h-6 w-full fill-on-stage/25 forced-colors:fill-[GrayText]"
    >
      <path d={path} />
    </svg>
  )
}
