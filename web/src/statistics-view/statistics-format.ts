import type { Statistics } from '@video-forge/contract/plays'
import { otherHosts } from '@video-forge/contract/rules/play-rules'
import { formatTimeSpan } from '../format/time-span.ts'

export const formatNumber = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 })

export const formatPercent = (share: number): string => `${Math.round(share * 100)}\u00a0%`

export const formatWatchTime = (seconds: number): string => (seconds < 1 ? '0 s' : formatTimeSpan(seconds))

/** A start-up time: '0.42 s', '1.5 s', 'over 10 s'. */
export const formatStartup = (seconds: number): string =>
  seconds >= 10 ? 'over 10 s' : `${seconds < 1 ? seconds.toFixed(2) : seconds.toFixed(1)} s`

/** Interruptions for each play: '0', '0.3', '12'. */
export function formatStalls({ stalls, plays }: Pick<Statistics, 'stalls' | 'plays'>): string {
  const each = plays > 0 ? stalls / plays : 0
  return each === 0 || each >= 10 ? formatNumber(each) : each < 0.05 ? 'under 0.1' : each.toFixed(1)
}

/** A day or month of UTC in the reader's language. */
export const formatDay = (day: string, step: Statistics['step']): string =>
  new Date(day).toLocaleDateString(undefined, {
    timeZone: 'UTC',
    ...(step === 'month' ? { year: 'numeric', month: 'short' } : { month: 'short', day: 'numeric' }),
  })

export const hostName = (host: string): string => (host === '' ? 'Direct or from this site' : host === otherHosts ? 'Other hosts' : host)

export const deviceNames: Record<Statistics['devices'][number]['device'], string> = {
  desktop: 'Computer',
  phone: 'Phone',
  tablet: 'Tablet',
  tv: 'Television',
  other: 'Other',
}
