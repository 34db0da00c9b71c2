const steps = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000]

/** Round times along a video for an axis, in seconds and at least `minStep` apart. */
export function timeMarks(duration: number, minStep: number): number[] {
  const hour = 3600
  const step = steps.find((each) => each >= minStep) ?? Math.ceil(minStep / hour) * hour
  return Array.from({ length: Math.floor(duration / step) + 1 }, (_, at) => at * step)
}
