import { expect, it } from 'vitest'
import { someMachine, someSource } from '../testing/some-source.ts'
import type { Format } from './formats.ts'
import { makePlan } from './make-plan.ts'
import { longestLead, planSegments, seekPosition, usualSizes } from './part-plan.ts'

const usual: Format[] = ['1080p', '720p', '480p']
const planOf = (container: string, formats = usual) =>
  makePlan(someSource({ facts: { container, duration: 10 } }), formats, { ...someMachine, encodingSpeed: 100 })
const small = { minToSplit: 1, minPart: 1, maxPart: 2 }

it('makes parts of a source in which ffmpeg cannot seek where one of its formats is copied, so that the copy can be watched', () => {
  expect(planSegments(planOf('flv'), small)).toEqual([{ from: 0, to: undefined, frames: 300, formats: undefined }])
  expect(planSegments(planOf('flv', ['720p', '480p']), small)).toBeUndefined()
  expect(planSegments(planOf('flv', ['1080p']), small)).toBeUndefined()
})

it('makes one pass, from its start, of a source whose parts did not fit together', () => {
  const plan = makePlan(someSource({ facts: { isUnsplittable: true, duration: 10 } }), usual, { ...someMachine, encodingSpeed: 100 })
  expect([plan.ahead, planSegments(plan, small)]).toEqual([undefined, undefined])
  expect(seekPosition(plan, 120)).toBe(0)
  expect(seekPosition(planOf('mp4'), 120)).toBeGreaterThan(0)
})

it('knows how much of a source is read only to reach a frame', () => {
  const leadOf = (container: string, times: number[]) => {
    const splitPoints = times.map((time) => ({ time, frames: time * 30 }))
    return longestLead(makePlan(someSource({ video: { end: 100, splitPoints }, facts: { container, duration: 100 } }), usual, someMachine))
  }
  expect(leadOf('mp4', [10, 30, 80])).toBe(50)
  expect(leadOf('mp4', [40])).toBe(60)
  // Key frames in each picture, which a seek may miss.
  expect(leadOf('mp4', [])).toBe(100)
  expect(leadOf('flv', [10, 30, 80])).toBe(100)
})

it('makes one pass of a job that is over in a moment', () => {
  expect(planSegments(planOf('flv'), { ...usualSizes, minToSplit: 1000 })).toBeUndefined()
  expect(planSegments(planOf('mp4'), { ...usualSizes, minToSplit: 1000 })).toBeUndefined()
})
