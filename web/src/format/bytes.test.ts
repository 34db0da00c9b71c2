import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1.0 KB'],
  [1536, '1.5 KB'],
  [1024 * 1024 - 1, '1.0 MB'],
  [524_288_000, '500 MB'],
  [1.25 * 1024 ** 3, '1.3 GB'],
  [5000 * 1024 ** 3, '5000 GB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})
