import { expect, test } from 'vitest'
import { type MonthKeys, monthKeys } from './month-keys.ts'

const now = new Date('2026-11-15T12:00:00Z')
const keysOf = (since: string | undefined, before: string | undefined) =>
  monthKeys(since === undefined ? undefined : new Date(since), before === undefined ? undefined : new Date(before), now)

test('a few months are looked up as they are, and no more than are over', () => {
  expect(keysOf('2026-09-30', undefined)).toEqual({
    ...{ isExcluded: false, beginnings: [] },
    whole: ['202609', '202610', '202611', '202612'],
  })
  expect(keysOf('2024-12-31', '2025-01-02')?.whole).toEqual(['202412', '202501'])
  expect(keysOf('2024-12-01', '2025-01-01')?.whole).toEqual(['202412'])
  expect(keysOf('2026-01-01', '2025-01-01')).toEqual({ isExcluded: false, whole: [], beginnings: [] })
  expect(keysOf('2090-01-01', undefined)?.whole).toEqual([])
})

test('of many months the others are excluded', () => {
  expect(keysOf(undefined, '2026-10-01')).toEqual({ isExcluded: true, whole: ['202610', '202611', '202612'], beginnings: [] })
  expect(keysOf('2012-03-01', undefined)).toEqual({
    ...{ isExcluded: true, whole: ['201201', '201202'] },
    beginnings: ['197', '198', '199', '200', '2010', '2011'],
  })
  expect(keysOf(undefined, '2090-01-01')).toBeUndefined()
})

/** Whether documents of a month are found by such keys. */
const finds = (keys: MonthKeys | undefined, month: string): boolean =>
  !keys || (keys.whole.includes(month) || keys.beginnings.some((beginning) => month.startsWith(beginning))) !== keys.isExcluded

test('every month is found if a moment of it is in the range, and only then', () => {
  const months = Array.from({ length: 683 }, (_, at) => new Date(Date.UTC(1970, at)))
  const name = (month: Date) => month.toISOString().slice(0, 7).replace('-', '')
  const edges = [undefined, '1960-05-01', '1970-01-01', '1999-12-31', '2019-06-15', '2023-01-01', '2026-11-01', '2030-01-01']
  for (const since of edges)
    for (const before of edges) {
      const keys = keysOf(since, before)
      const [from, to] = [since ? Date.parse(since) : 0, before ? Date.parse(before) : Number.POSITIVE_INFINITY]
      const wanted = months.filter((month, at) => month.getTime() < to && Date.UTC(1970, at + 1) > from)
      expect([since, before, months.filter((month) => finds(keys, name(month))).map(name)]).toEqual([since, before, wanted.map(name)])
    }
})
