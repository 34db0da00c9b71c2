import { expect, test } from 'vitest'
import { readCsv } from './read-csv.ts'

const rows = (text: string) => [...readCsv(text)]
const cells = (text: string) => rows(text).map((row) => row.cells)

test.each([
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a;b,c;\r\nd;e\r\n',
    [
      ['a', 'b,c', ''],
      ['d', 'e'],
    ],
  ],
  [
    'a\tb\n\n \nc\td',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a;b","say ""hi"""\n', [['a;b', 'say "hi"']]],
  ['"two\nlines",x', [['two\nlines', 'x']]],
  ['a,,\n', [['a', '', '']]],
  ['\ufeffa,b', [['a', 'b']]],
  ['"never closed,b', [['never closed,b']]],
  ['"a" b,c', [['a b', 'c']]],
  ['', []],
])('%j', (text, expected) => {
  expect(cells(text)).toEqual(expected)
})

test('a row knows its line, also after lines within quotes', () => {
  expect(rows('a,b\n"x\ny",1\nc,d').map(({ line }) => line)).toEqual([1, 2, 4])
})
