/** Dates that people and programs write, with the year first or with the month as a word: others, such as 3/4/2025, are ambiguous. */

const hours: Record<string, number> = {
  ...{ ut: 0, utc: 0, gmt: 0, z: 0, wet: 0, west: 1, bst: 1, cet: 1, met: 1, mez: 1, cest: 2, mest: 2, mesz: 2, eet: 2, eest: 3, msk: 3 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10, brt: -3, art: -3 },
  ...{ ist: 5.5, pkt: 5, wib: 7, hkt: 8, sgt: 8, awst: 8, jst: 9, kst: 9, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11, nzst: 12, nzdt: 13 },
}

/** Minutes before UTC of 'CEST', '+0200', '+02:00', 'GMT-5' or '+0200 (CEST)'. What nobody knows counts as UTC, as RFC 2822 wants it. */
function minutesOfZone(zone: string): number {
  const [, sign, hour = '0', minute = '0'] = /^(?:utc|gmt|z)?\s*([+-])(\d{1,2}):?(\d{2})?(?!\d)/i.exec(zone) ?? []
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hour) * 60 + Number(minute))
  const name = /^[a-z]+/i.exec(zone)?.[0].toLowerCase() ?? ''
  return (Object.hasOwn(hours, name) ? (hours[name] ?? 0) : 0) * 60
}

interface Clock {
  hour: number
  minute: number
  second: number
  zone: string
}

const midnight: Clock = { hour: 0, minute: 0, second: 0, zone: '' }

/** Of '06:00', '6:00:01.5 pm', '06:00:00Z' or '06:00:00 +0200 (CEST)'; undefined if it is no time of a day. */
function clockIn(text: string): Clock | undefined {
  const [, hour, minute, second = '0', half, zone = ''] =
    /^(\d{1,2}):(\d{2})(?::(\d{2}(?:[.,]\d{1,9})?))?\s*([ap]m)?\s*((?:[a-z]|[+-]\d)[\w:+/-]{0,39}(?:\s*\([^()]{0,60}\))?)?$/i.exec(text) ??
    []
  if (hour === undefined) return undefined
  const inHalf = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)
  return { hour: inHalf, minute: Number(minute), second: Number(second.replace(',', '.')), zone }
}

/** Milliseconds since 1970; undefined for a day or a time that there is not, such as 31 February. */
function timeOf(year: number, month: number, day: number, { hour, minute, second, zone }: Clock): number | undefined {
  const date = new Date(0)
  date.setUTCFullYear(year, month, day)
  if (date.getUTCMonth() !== month || date.getUTCDate() !== day || hour > 24 || minute > 59 || second >= 61) return undefined
  return date.getTime() + Math.floor(((hour * 60 + minute - minutesOfZone(zone)) * 60 + second) * 1000)
}

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']

/** -1 if it is none. */
const monthOf = (word: string): number => {
  const text = word.toLowerCase().replace(/\.$/, '')
  return text === 'sept' ? 8 : months.findIndex((name) => name === text || name.slice(0, 3) === text)
}

/** RFC 822 has years of two digits. */
const yearOf = (text: string): number => (text.length > 2 ? Number(text) : Number(text) + (Number(text) < 50 ? 2000 : 1900))

/** '2015-10-05', '2015/10/5 06:00', '2015-10-05T06:00:00+0200' and '20151005T060000Z'. */
function withYearFirst(text: string): number | undefined {
  const compact = /^(\d{4})(\d{2})(\d{2})(?:T?(\d{2})(\d{2})(\d{2})?(Z|[+-]\d{2}:?\d{2})?)?$/i.exec(text)
  if (compact) {
    const [, year, month, day, hour = '0', minute = '0', second = '0', zone = ''] = compact
    const clock = { hour: Number(hour), minute: Number(minute), second: Number(second), zone }
    return timeOf(Number(year), Number(month) - 1, Number(day), clock)
  }
  const [, year, month = '1', day = '1', rest] = /^(\d{4})(?:[-/.](\d{1,2})(?:[-/.](\d{1,2})(?:(?:T|\s+)(.+))?)?)?$/i.exec(text) ?? []
  const clock = rest === undefined ? midnight : clockIn(rest)
  return year === undefined || clock === undefined ? undefined : timeOf(Number(year), Number(month) - 1, Number(day), clock)
}

/** 'Mon, 5 Oct 2015 06:00:00 CEST', '05-Oct-15', 'October 5, 2015' and 'Mon Oct  5 06:00:00 CEST 2015'. */
function withNamedMonth(text: string): number | undefined {
  const plain = text.replaceAll(/[\s,]+/g, ' ')
  const dayFirst = /^(?:\p{L}+\.? )?(\d{1,2})(?:st|nd|rd|th|\.)?[ -]?([a-z]{3,9}\.?)[ -](\d{4}|\d{2})(?: (.+))?$/iu.exec(plain)
  if (dayFirst) {
    const [, day, month = '', year = '', rest] = dayFirst
    return atTime(year, month, Number(day), rest)
  }
  const monthFirst = /^(?:\p{L}+\.? )?([a-z]{3,9}\.?) (\d{1,2})(?:st|nd|rd|th)? (\d{4})(?: (.+))?$/iu.exec(plain)
  if (monthFirst) {
    const [, month = '', day, year = '', rest] = monthFirst
    return atTime(year, month, Number(day), rest)
  }
  const [, month = '', day, rest, year = ''] = /^(?:\p{L}+\.? )?([a-z]{3,9}\.?) (\d{1,2}) (\d.+) (\d{4})$/iu.exec(plain) ?? []
  return day === undefined ? undefined : atTime(year, month, Number(day), rest)
}

function atTime(year: string, month: string, day: number, rest: string | undefined): number | undefined {
  const clock = rest === undefined ? midnight : clockIn(rest)
  return clock === undefined || monthOf(month) < 0 ? undefined : timeOf(yearOf(year), monthOf(month), day, clock)
}

/** Longer texts are no dates. */
const maxLength = 80

/** Milliseconds since 1970 of a date, at midnight if it has no time, and in UTC if it has no zone; undefined if it is none. */
export function timeOfText(text: string): number | undefined {
  const plain = text.trim()
  return plain.length > maxLength ? undefined : (withYearFirst(plain) ?? withNamedMonth(plain))
}
