import { expect, it } from 'vitest'
import { someMachine, someSource } from '../../testing/some-source.ts'
import { makePlan } from '../make-plan.ts'
import { type Group, planParts, probeRanges, rangeOf, segmentOf } from './reencode-plan.ts'

/** At 30 frames a second, where a tick is a frame. */
function videoOf(seconds: number) {
  const video = { codec: 'hevc', end: seconds, frames: seconds * 30 }
  const plan = makePlan(someSource({ video, facts: { duration: seconds } }), ['480p'], someMachine)
  const [rung] = plan.rungs
  if (!rung) throw new Error('There is no rung.')
  return { plan, rung }
}

const groupsOf = (...frames: number[]): Group[] => {
  let tick = 0
  return frames.map((count) => {
    const group = { tick, frames: count }
    tick += count
    return group
  })
}

/** The first four seconds in groups of one second, the rest in groups of two. */
const usual = (seconds: number): Group[] => groupsOf(30, 30, 30, 30, ...Array.from({ length: (seconds - 4) / 2 }, () => 60))

it('makes the short groups at the start a part of their own', () => {
  const { plan, rung } = videoOf(20)
  const parts = planParts(plan, rung, usual(20))
  expect(parts.map(({ isEarly }) => isEarly)).toEqual([true, false, false, false])
  expect(parts[0]?.runs).toEqual([{ from: 0, to: 120, frames: 120, groupFrames: 30 }])
  expect(parts.slice(1).map(({ runs }) => runs)).toEqual([
    [{ from: 120, to: 300, frames: 180, groupFrames: 60 }],
    [{ from: 300, to: 480, frames: 180, groupFrames: 60 }],
    [{ from: 480, to: undefined, frames: 120, groupFrames: 60 }],
  ])
})

it('makes a short video in three parts, however its sound ends and its groups lie', () => {
  const secondsOf = (seconds: number, groups: Group[]) => {
    const { plan, rung } = videoOf(seconds)
    return planParts(plan, rung, groups).map((part) => part.runs.reduce((sum, { frames }) => sum + frames, 0) / 30)
  }
  expect(secondsOf(16.02, usual(16))).toEqual([4, 4, 4, 4])
  expect(secondsOf(22, usual(22))).toEqual([4, 6, 6, 6])
})

it('knows the groups of a part, of one run or several', () => {
  const rangesOf = (seconds: number, groups: Group[]) => {
    const { plan, rung } = videoOf(seconds)
    return planParts(plan, rung, groups).map((part) => rangeOf(part, groups))
  }
  expect(rangesOf(20, usual(20))).toEqual([
    { from: 0, to: 4 },
    { from: 4, to: 7 },
    { from: 7, to: 10 },
    { from: 10, to: 12 },
  ])
  const uneven = groupsOf(30, 60, 60)
  expect(rangesOf(5, uneven)).toEqual([{ from: 0, to: 3 }])
  expect(() => rangeOf({ runs: [{ from: 7, to: 90, frames: 83, groupFrames: 60 }] }, uneven)).toThrow('no such groups')
})

it('has workers of the version before compare all frames, too', () => {
  const { plan, rung } = videoOf(20)
  const groups = usual(20)
  for (const part of planParts(plan, rung, groups)) {
    const range = rangeOf(part, groups)
    expect(part.measured).toEqual({ run: segmentOf(groups, range.from, range.to), groups: range, skipped: 0 })
  }
})

it('makes shorter parts where decoding the source takes long', () => {
  const longestOf = (width: number) => {
    const video = { codec: 'hevc', end: 600, frames: 18_000, stored: { width, height: (width * 9) / 16 } }
    const plan = makePlan(someSource({ video, facts: { duration: 600 } }), ['480p'], someMachine)
    const [rung] = plan.rungs
    if (!rung) throw new Error('There is no rung.')
    const small = { ...plan, rungs: [{ ...rung, cpuSeconds: 60 }] }
    return Math.max(...planParts(small, rung, usual(600)).map(({ measured }) => measured.run.frames))
  }
  expect(longestOf(3840)).toBeLessThan(longestOf(1280) / 2)
})

it('covers every group once, in parts of at most a minute', () => {
  const { plan, rung } = videoOf(600)
  const groups = usual(600)
  const runs = planParts(plan, rung, groups).flatMap((part) => part.runs)
  expect(runs.map(({ from }) => from).slice(1)).toEqual(runs.slice(0, -1).map(({ to }) => to))
  expect(runs.reduce((sum, { frames }) => sum + frames, 0)).toBe(18_000)
  expect(Math.max(...runs.map(({ frames }) => frames))).toBeLessThanOrEqual(61 * 30)
})

it('has no part of its own for one short group at the start, and lets only the last group of a run be shorter', () => {
  const { plan, rung } = videoOf(5)
  const framesOf = (groups: Group[]) => planParts(plan, rung, groups).map(({ runs }) => runs.map(({ frames }) => frames))
  expect(framesOf(groupsOf(30, 60, 60))).toEqual([[30, 120]])
  expect(framesOf(groupsOf(30, 60, 1, 59)).flat()).toEqual([30, 61, 59])
})

it('tries the quality away from the first seconds, of a longer video at two places', () => {
  const inSeconds = (groups: readonly Group[], seconds: number) =>
    probeRanges(videoOf(seconds).plan, groups).map(({ from, to }) => [(groups[from]?.tick ?? 0) / 30, to - from])
  expect(inSeconds(usual(20), 20)).toEqual([[8, 1]])
  expect(inSeconds(usual(178), 178)).toHaveLength(1)
  expect(inSeconds(usual(200), 200)).toEqual([
    [50, 1],
    [140, 1],
  ])
  expect(inSeconds(groupsOf(60), 2)).toEqual([[0, 1]])
})
