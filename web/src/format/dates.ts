/** From this many days on a date is written out. */
const relativeDays = 7

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime()

/** Today, Yesterday, 'N days ago' within a week, then the date in the reader's locale. Days are the reader's calendar days. */
export function formatRelativeDate(iso: string, now: Date = new Date()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  // Rounded, because a day on which the clocks change has 23 or 25 hours.
  const days = Math.round((startOfDay(now) - startOfDay(date)) / 86_400_000)
  if (days <= 0) return 'Today'
  if (days === 1) return 'Yesterday'
  if (days < relativeDays) return `${days} days ago`
  return date.toLocaleDateString()
}

/** A long date in the reader's locale. */
export const formatLongDate = (iso: string): string => format(iso, { dateStyle: 'long' })

/** A date with its time, short. */
export const formatMoment = (iso: string): string => format(iso, { dateStyle: 'medium', timeStyle: 'short' })

function format(iso: string, style: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso)
  return Number.isNaN(date.getTime()) ? '' : date.toLocaleString(undefined, style)
}
