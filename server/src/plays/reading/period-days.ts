import type { StatisticsPeriod } from '@video-forge/contract/rules/play-rules'

const dayMs = 86_400_000

/** Days are kept one by one for this long, then merged into months. Every period that is shown by day fits. */
export const keptDays = 92

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/** The first day of a period that ends today, in UTC; undefined when it has none. */
export const firstDay = (period: StatisticsPeriod, now: number): string | undefined =>
  period === 'all' ? undefined : dayOf(now - (Number(period) - 1) * dayMs)

export const monthOf = (day: string): string => `${day.slice(0, 7)}-01`

/** Every day, or the first day of every month, from one day to another. */
export function daysBetween(first: string, last: string, step: 'day' | 'month'): string[] {
  const days: string[] = []
  const end = Date.parse(last)
  const at = new Date(step === 'month' ? monthOf(first) : first)
  while (at.getTime() <= end) {
    days.push(dayOf(at.getTime()))
    if (step === 'month') at.setUTCMonth(at.getUTCMonth() + 1)
    else at.setUTCDate(at.getUTCDate() + 1)
  }
  return days
}

/** Months as soon as a part of the time is known by months only. */
export const stepFor = (first: string, now: number): 'day' | 'month' => (first < dayOf(now - keptDays * dayMs) ? 'month' : 'day')

export const today = (now: number): string => dayOf(now)
