/** So many months are looked up one by one. The index reads all documents of a beginning first, and of a whole key only those it needs. */
const maxSingle = 36

/** Months are numbers here: those since the year 0. */
const monthOf = (time: number): number => new Date(time).getUTCFullYear() * 12 + new Date(time).getUTCMonth()
/** No video is older: an id has no time before. */
const firstMonth = 1970 * 12

const digitsOf = (month: number): string => `${Math.floor(month / 12)}${String((month % 12) + 1).padStart(2, '0')}`

/** What documents must have, or if `isExcluded` must not have: one of these keys, YYYYMM, or beginnings of them. */
export interface MonthKeys {
  isExcluded: boolean
  whole: string[]
  beginnings: string[]
}

/** The months that contain these times, or those that do not, whichever is less to look up. Undefined if they are all months. */
export function monthKeys(since: Date | undefined, before: Date | undefined, now: Date): MonthKeys | undefined {
  // Clocks of processes differ, and a month may begin meanwhile.
  const newest = monthOf(now.getTime()) + 1
  const from = Math.max(since ? monthOf(since.getTime()) : firstMonth, firstMonth)
  // The month of the last moment before the end.
  const to = Math.min(before ? monthOf(before.getTime() - 1) : newest, newest)
  if (to - from < maxSingle) return { isExcluded: false, ...keysOf([[from, to]]) }
  const others: [number, number][] = [
    [firstMonth, from - 1],
    [to + 1, newest],
  ]
  return others.every(([first, last]) => last < first) ? undefined : { isExcluded: true, ...keysOf(others) }
}

/** The keys of ranges of months; of many months with beginnings for whole years and decades. */
function keysOf(ranges: readonly (readonly [from: number, to: number])[]): Omit<MonthKeys, 'isExcluded'> {
  const count = ranges.reduce((sum, [from, to]) => sum + Math.max(0, to - from + 1), 0)
  const lengths = count > maxSingle ? [120, 12] : []
  const [whole, beginnings]: [string[], string[]] = [[], []]
  for (const [from, to] of ranges) {
    for (let month = from; month <= to; ) {
      const length = lengths.find((each) => month % each === 0 && month + each - 1 <= to)
      if (length) beginnings.push(digitsOf(month).slice(0, length === 120 ? 3 : 4))
      else whole.push(digitsOf(month))
      month += length ?? 1
    }
  }
  return { whole, beginnings }
}
