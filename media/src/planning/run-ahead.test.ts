import { describe, expect, it } from 'vitest'
import type { RungPlan } from './ladder.ts'
import { rungAhead } from './run-ahead.ts'

const rung = (format: RungPlan['format'], action: RungPlan['action'] = 'encode'): RungPlan => ({
  format,
  action,
  size: { width: 16, height: 16 },
  exact: true,
  threads: 1,
  cpuSeconds: 1,
  expectedBytes: 1,
})
const ladder = [rung('1080p'), rung('720p'), rung('480p')]
const slow = { rungs: ladder, durationSeconds: 60, cpuSeconds: 200, wallSeconds: 110, isMeasured: true }

describe('the format that is made first', () => {
  it('is the smallest one where all together take longer than the video', () => {
    expect(rungAhead(slow)?.format).toBe('480p')
  })

  it('is none where all together are made faster than they are watched', () => {
    expect(rungAhead({ ...slow, wallSeconds: 30 })).toBeUndefined()
    expect(rungAhead({ ...slow, wallSeconds: 40 })?.format).toBe('480p')
  })

  it('is the smallest one on a machine of which too little is known', () => {
    expect(rungAhead({ ...slow, wallSeconds: 30, isMeasured: false })?.format).toBe('480p')
    expect(rungAhead({ ...slow, wallSeconds: 15, isMeasured: false })).toBeUndefined()
  })

  it('is none where nothing would be made later, or the job is short', () => {
    expect(rungAhead({ ...slow, rungs: [rung('480p')] })).toBeUndefined()
    expect(rungAhead({ ...slow, rungs: [rung('720p', 'copy'), rung('480p')] })).toBeUndefined()
    expect(rungAhead({ ...slow, durationSeconds: 2, cpuSeconds: 10, wallSeconds: 5 })).toBeUndefined()
  })
})
