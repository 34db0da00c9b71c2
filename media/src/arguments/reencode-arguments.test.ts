import { expect, it } from 'vitest'
import { makePlan } from '../planning/make-plan.ts'
import type { VideoTrack } from '../probing/source-facts.ts'
import { someMachine, someSource } from '../testing/some-source.ts'
import { type EncoderSettings, runArguments } from './reencode-arguments.ts'

function optionsOf(changes: Partial<EncoderSettings>, video: Partial<VideoTrack> = {}): Record<string, string | undefined> {
  const plan = makePlan(someSource({ video: { codec: 'hevc', ...video } }), ['1080p'], someMachine)
  const [rung] = plan.rungs
  if (!rung) throw new Error('There is no rung.')
  const settings = { crf: 40, isScreen: false, threads: 4, majorVersion: 1, ...changes }
  const run = { from: 0, to: undefined, frames: 300, groupFrames: 60 }
  const options = runArguments(plan, rung, run, settings, 'in.mov', 'out.mp4')
  const after = (name: string): string | undefined => options[options.indexOf(name) + 1]
  const params = (after('-svtav1-params') ?? '').split(':').map((param) => param.split('='))
  return { preset: after('-preset'), crf: after('-crf'), group: after('-g'), ...Object.fromEntries(params) }
}

it('looks for what only screens have only in screens', () => {
  expect([optionsOf({ isScreen: false }).scm, optionsOf({ isScreen: true }).scm]).toEqual(['0', '2'])
})

it('chooses preset and threads for the version of the encoder', () => {
  expect(optionsOf({ majorVersion: 1 })).toMatchObject({ preset: '10', crf: '40', group: '60', lp: '4' })
  expect(optionsOf({ majorVersion: 2 })).toMatchObject({ preset: '9', lp: '2' })
})

it.each<[string, VideoTrack['rate'], string, string]>([
  ['as it is', { num: 30_000, den: 1001 }, '2997', '100'],
  ['below what the encoder takes', { num: 1, den: 500 }, '1', '1'],
  ['above it', { num: 250, den: 1 }, '240', '1'],
])('states a rate that is %s', (_, rate, num, den) => {
  expect(optionsOf({}, { rate, frameSpacing: 'free' })).toMatchObject({ 'fps-num': num, 'fps-denom': den })
})
