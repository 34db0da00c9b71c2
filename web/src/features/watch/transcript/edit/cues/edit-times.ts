import { formatDuration } from '../../../../../format/duration.ts'
import type { EditCue } from './edit-cue.ts'

const pattern = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,5})(?:[.,](\d{1,3})\d*)?$/

/** Seconds of '1:02.5', '62,5' or '1:01:02.5'; undefined if it is no time. */
export function parseEditTime(text: string): number | undefined {
  const [matched, hours = '0', minutes = '0', seconds = '0', fraction = '0'] = pattern.exec(text.trim()) ?? []
  if (matched === undefined) return undefined
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return whole + Number(fraction.padEnd(3, '0')) / 1000
}

/** m:ss.s, with more digits where they are needed. */
export function formatEditTime(seconds: number): string {
  const whole = Math.round(seconds * 1000)
  const fraction = String(whole % 1000).padStart(3, '0')
  return `${formatDuration(Math.floor(whole / 1000))}.${fraction.replace(/0{1,2}$/, '')}`
}

export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** A caption is shown for this long at least. */
export const minSeconds = 0.1

export interface Limits {
  min: number
  /** Undefined for the end of the last one. */
  max: number | undefined
}

/** Captions stay in their order, so one may start between its neighbours. Captions of two speakers may overlap. */
export function startLimits(cues: readonly EditCue[], index: number): Limits {
  const end = cues[index]?.end ?? 0
  const max = Math.min(toMilliseconds(end - minSeconds), cues[index + 1]?.start ?? end)
  return { min: Math.min(cues[index - 1]?.start ?? 0, max), max }
}

export const endLimits = (cues: readonly EditCue[], index: number): Limits => ({
  min: toMilliseconds((cues[index]?.start ?? 0) + minSeconds),
  max: undefined,
})

export const isWithin = (seconds: number, { min, max }: Limits): boolean => seconds >= min && (max === undefined || seconds <= max)

export const clamp = (seconds: number, { min, max }: Limits): number =>
  toMilliseconds(Math.max(min, max === undefined ? seconds : Math.min(max, seconds)))

export const limitSentence = (name: string, { min, max }: Limits): string =>
  max === undefined
    ? `The ${name} must be ${formatEditTime(min)} or later.`
    : `The ${name} must be between ${formatEditTime(min)} and ${formatEditTime(max)}.`
