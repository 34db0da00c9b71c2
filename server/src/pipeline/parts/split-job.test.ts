import type { Format } from '@video-forge/media/planning/formats'
import { makePlan } from '@video-forge/media/planning/make-plan'
import { planSegments } from '@video-forge/media/planning/part-plan'
import { someMachine, someSource } from '@video-forge/media/testing/some-source'
import { expect, test } from 'vitest'
import { orderParts } from './split-job.ts'

const small = { minToSplit: 1, minPart: 1, maxPart: 20 }

/** The order of the parts of a source whose pictures are made slowly. `bytes` decides how quickly it is copied. */
function order(container: string, formats: Format[], { bytes = 5_000_000, codec = 'h264' } = {}): string[] {
  const keyFrames = Array.from({ length: 300 }, (_, at) => at * 2)
  const splitPoints = keyFrames.slice(1).map((time) => ({ time, frames: time * 30 }))
  const video = { bytes, codec, end: 600, frames: 18_000, keyFrames, splitPoints }
  const facts = someSource({ facts: { container, duration: 600 }, video })
  const plan = makePlan(facts, formats, { ...someMachine, encodingSpeed: 1 })
  return orderParts(plan, planSegments(plan, small) ?? []).map(({ kind, segment }) => segment?.formats?.join('+') ?? kind)
}

test('thumbnails come after the first pictures', () => {
  expect(order('mp4', ['480p'], { codec: 'hevc' }).slice(0, 3)).toEqual(['audio', 'segment', 'extras'])
})

test('thumbnails come right after a quick copy, and late in a long video', () => {
  expect(order('mp4', ['1080p', '480p']).slice(0, 4)).toEqual(['audio', 'copy', 'extras', 'segment'])
  expect(order('mp4', ['1080p', '480p'], { bytes: 3e9 }).slice(0, 4)).toEqual(['audio', 'segment', 'copy', 'extras'])
})

test('where the pictures are one part, all else is begun before', () => {
  expect(order('flv', ['1080p', '480p'])).toEqual(['audio', 'copy', 'extras', 'segment'])
  expect(order('flv', ['1080p', '480p'], { bytes: 3e9 })).toEqual(['audio', 'copy', 'extras', 'segment'])
  expect(order('avi', ['1080p', '720p', '480p'], { codec: 'mpeg4' })).toEqual(['audio', 'extras', '480p', '1080p+720p'])
})
