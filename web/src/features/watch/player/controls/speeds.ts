const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const

export const isSpeed = (value: number): boolean => value >= speeds[0] && value <= 2

export const speedName = (speed: number): string => (speed === 1 ? 'Normal' : `${speed}×`)

export const speedOptions = speeds.map((speed) => ({ value: String(speed), name: speedName(speed) }))

/** The next faster or slower speed. The current one may lie between the steps. */
export function nextSpeed(current: number, by: 1 | -1): number {
  const next = by === 1 ? speeds.find((speed) => speed > current + 0.001) : speeds.findLast((speed) => speed < current - 0.001)
  return next ?? current
}
