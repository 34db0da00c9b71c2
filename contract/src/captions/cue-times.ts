/** Hours may have any number of digits up to six, and be missing. SubRip writes a comma, WebVTT a dot; files mix them. */
const stamp = '(-)?(?:(\\d{1,6}):)?(\\d{1,2}):(\\d{1,2})(?:[.,:](\\d{1,9}))?'
const timesPattern = new RegExp(`^\\s*${stamp}\\s*-->\\s*${stamp}(?:[ \\t]+(\\S.*))?\\s*$`)

/** Two times with anything between them but the right arrow. A fraction is needed: '12:30 - 14:45' is something people say. */
const brokenTimes = /^\s*-?(?:\d{1,6}:){1,2}\d{1,2}[.,]\d{1,3}[^\d:]{1,8}(?:\d{1,6}:){1,2}\d{1,2}[.,]\d{1,3}\s*$/

export interface CueTimes {
  /** Milliseconds, below zero where the file says so. */
  start: number
  end: number
  /** What follows the times. */
  settings: string
}

function milliseconds([sign, hours, minutes, seconds, fraction]: readonly (string | undefined)[]): number {
  const whole = (Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)
  const value = whole * 1000 + Math.round(Number(`0.${fraction ?? 0}`) * 1000)
  return sign && value > 0 ? -value : value
}

/** The times in a line; 'broken' when it is meant to be one and is none. */
export function readCueTimes(line: string): CueTimes | 'broken' | undefined {
  if (!line.includes(':')) return line.includes('-->') ? 'broken' : undefined
  const match = timesPattern.exec(line)
  if (match) return { start: milliseconds(match.slice(1, 6)), end: milliseconds(match.slice(6, 11)), settings: match[11] ?? '' }
  return line.includes('-->') || brokenTimes.test(line) ? 'broken' : undefined
}

const digits = (value: number, count: number): string => String(value).padStart(count, '0')

export function writeTime(seconds: number, separator: '.' | ','): string {
  const whole = Math.round(seconds * 1000)
  const minutes = Math.floor(whole / 60_000)
  return `${digits(Math.floor(minutes / 60), 2)}:${digits(minutes % 60, 2)}:${digits(Math.floor(whole / 1000) % 60, 2)}${separator}${digits(whole % 1000, 3)}`
}
