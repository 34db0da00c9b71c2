import type { RungPlan } from './ladder.ts'

/** All rungs together must be encoded this many times as fast as they are watched, or viewers would have to wait for them. */
const minSpeed = 1.3
/** Forecasts of the encoding time are too low by up to this factor. */
const forecastMargin = 1.3
/** CPU seconds. A smaller job ends before the smallest rung alone would help. */
const minCpuSeconds = 16

export interface PlannedWork {
  rungs: readonly RungPlan[]
  /** Of the video. */
  durationSeconds: number
  /** For all rungs in one pass. */
  cpuSeconds: number
  wallSeconds: number
}

/**
 * The rung that is made before the others, so that viewers do not have to wait: the lowest encoded one. Undefined where all of them together
 * are made faster than they are watched.
 */
export function rungAhead({ rungs, durationSeconds, cpuSeconds, wallSeconds }: PlannedWork): RungPlan | undefined {
  const encoded = rungs.filter(({ action }) => action === 'encode')
  const isFast = durationSeconds >= wallSeconds * minSpeed * forecastMargin
  return encoded.length < 2 || isFast || cpuSeconds < minCpuSeconds ? undefined : encoded.at(-1)
}
