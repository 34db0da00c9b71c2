import { formatMoment, formatRelativeDate } from './dates.ts'

/** Today with the time of day, later only the day; for the middle of a sentence. */
export function whenUsed(iso: string): string {
  const day = formatRelativeDate(iso)
  return day === 'Today'
    ? `today at ${new Date(iso).toLocaleTimeString(undefined, { timeStyle: 'short' })}`
    : day === 'Yesterday'
      ? 'yesterday'
      : / ago$/.test(day)
        ? day
        : formatMoment(iso)
}
