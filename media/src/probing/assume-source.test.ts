import { describe, expect, it } from 'vitest'
import { formats } from '../planning/formats.ts'
import { makePlan } from '../planning/make-plan.ts'
import { someMachine, someSource } from '../testing/some-source.ts'
import { assumeSource } from './assume-source.ts'
import { describeSource } from './describe-source.ts'
import type { SourceFacts, VideoTrack } from './source-facts.ts'

/** Bit rates are those of whole files, so they differ a little. */
const planOf = (facts: SourceFacts) =>
  makePlan(facts, formats, someMachine).formats.map(({ action, reason, width, height }) => ({
    ...{ action, width, height },
    reason: reason.replaceAll(/\d+ kbit/g, 'N kbit'),
  }))

describe('a file that is only described', () => {
  it.each<[string, Partial<VideoTrack>]>([
    ['an ordinary file', {}],
    ['another codec', { codec: 'hevc' }],
    ['a portrait from a phone', { rotation: 90 }],
    ['a small picture', { stored: { width: 320, height: 240 } }],
    ['29.97 frames a second', { rate: { num: 30_000, den: 1001 } }],
  ])('is planned as it is when it is here: %s', (_, video) => {
    const facts = someSource({ video })
    expect(planOf(assumeSource(describeSource(facts)))).toEqual(planOf(facts))
  })

  it('is refused with more pixels than any source may have', () => {
    expect(() => assumeSource({ ...describeSource(someSource()), width: 16_000, height: 16_000 })).toThrow('too high')
  })
})
