import { expect, test } from 'vitest'
import { cleanMessage } from './message-tail.ts'

test.each([
  ['[error] /data/scratch/job-1/original: Invalid data found', 'the file: Invalid data found'],
  [`[http @ 0xaaaaf3b2c0] [error] http://127.0.0.1:4321/${'0f'.repeat(16)}: Input/output error`, 'the file: Input/output error'],
])('people read no path and no address: %s', (line, cleaned) => {
  expect(cleanMessage(line)).toBe(cleaned)
})
