import type { RungPlan } from './ladder.ts'

/** All rungs together must be encoded this many times as fast as they are watched, or viewers would have to wait for them. */
const minSpeed = 1.3
/** Forecasts of the encoding time are too low by up to this factor, and by more on a machine that has done no job yet. */
const forecastMargin = { measured: 1.3, unmeasured: 2.6 } as const
/** CPU seconds. A smaller job ends before the smallest rung alone would help. */
const minCpuSeconds = 16

export interface PlannedWork {
  rungs: readonly RungPlan[]
  /** Of the video. */
  durationSeconds: number
  /** For all rungs in one pass. */
  cpuSeconds: number
  wallSeconds: number
  /** The speed of the machine is known from earlier jobs. */
  isMeasured: boolean
}

/**
 * The rung that is made before the others, so that viewers do not have to wait: the lowest encoded one. Undefined where all of them together
 * are made faster than they are watched.
 */
export function rungAhead({ rungs, durationSeconds, cpuSeconds, wallSeconds, isMeasured }: PlannedWork): RungPlan | undefined {
  const encoded = rungs.filter(({ action }) => action === 'encode')
  const isFast = durationSeconds >= wallSeconds * minSpeed * forecastMargin[isMeasured ? 'measured' : 'unmeasured']
  return encoded.length < 2 || isFast || cpuSeconds < minCpuSeconds ? undefined : encoded.at(-1)
}
