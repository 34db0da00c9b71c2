import { expect, test } from 'vitest'
import { sending, uploadLike } from '../../../test-support/fake-uploads.ts'
import { nextInTurn, percentOf, totalsOf } from './upload-totals.ts'

const checking = { step: 'checking', isWaiting: false } as const
const failed = { step: 'failed', message: 'No.', canRetry: true } as const

test('counts bytes, not files, and leaves out what has failed', () => {
  const uploads = [
    uploadLike(1, { size: 100, state: sending(50) }),
    uploadLike(2, { size: 300, state: checking }),
    uploadLike(3, { size: 600 }),
    uploadLike(4, { size: 5000, state: failed }),
    uploadLike(5, { size: 0, problem: 'Too many jobs.', state: sending(0, 'paused') }),
  ]
  expect(totalsOf(uploads)).toEqual({ runningCount: 3, pausedCount: 1, failedCount: 2, percent: 35 })
  expect(percentOf([])).toBe(0)
  expect(percentOf([uploadLike(1, { size: 1000, state: sending(999) })])).toBe(99)
})

test('two files are sent at once; pausing and checking let the next begin', () => {
  const ids = (...states: Parameters<typeof uploadLike>[1][]) =>
    nextInTurn(states.map((parts, index) => uploadLike(index + 1, parts))).map(({ id }) => id)
  expect(ids({}, {}, {})).toEqual(['upload-1', 'upload-2'])
  expect(ids({ state: sending(1) }, {}, {})).toEqual(['upload-2'])
  expect(ids({ state: sending(1) }, { state: sending(1, 'waiting') }, {})).toEqual([])
  expect(ids({ state: sending(1, 'paused') }, { state: checking }, {}, {}, {})).toEqual(['upload-3', 'upload-4'])
})
