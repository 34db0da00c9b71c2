import { expect, it } from 'vitest'
import { someMachine, someSource } from '../../testing/some-source.ts'
import { makePlan } from '../make-plan.ts'
import { type Group, planParts, probeRanges } from './reencode-plan.ts'

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

it('makes the short groups at the start a part of their own, and compares the middle of the others', () => {
  const { plan, rung } = videoOf(20)
  const parts = planParts(plan, rung, usual(20))
  expect(parts.map(({ isEarly }) => isEarly)).toEqual([true, false, false, false])
  expect(parts[0]?.runs).toEqual([{ from: 0, to: 120, frames: 120, groupFrames: 30 }])
  expect(parts[0]?.measured).toEqual({ run: { from: 0, to: 120, frames: 120 }, groups: { from: 0, to: 4 }, skipped: 0 })
  expect(parts.slice(1).map(({ runs }) => runs)).toEqual([
    [{ from: 120, to: 300, frames: 180, groupFrames: 60 }],
    [{ from: 300, to: 480, frames: 180, groupFrames: 60 }],
    [{ from: 480, to: undefined, frames: 120, groupFrames: 60 }],
  ])
  // Four of six seconds, with the end.
  expect(parts[1]?.measured).toEqual({ run: { from: 180, to: 300, frames: 120 }, groups: { from: 5, to: 7 }, skipped: 60 })
})

it('makes a short video in three parts, however its sound ends and its groups lie', () => {
  const secondsOf = (seconds: number, groups: Group[]) => {
    const { plan, rung } = videoOf(seconds)
    return planParts(plan, rung, groups).map((part) => part.runs.reduce((sum, { frames }) => sum + frames, 0) / 30)
  }
  expect(secondsOf(16.02, usual(16))).toEqual([4, 4, 4, 4])
  expect(secondsOf(22, usual(22))).toEqual([4, 6, 6, 6])
})

it('compares all of a short part, and four seconds in the middle of a longer one', () => {
  const { plan, rung } = videoOf(58)
  const framesOf = (partSeconds: number) => {
    const slow = { ...plan, rungs: [{ ...rung, cpuSeconds: (58 * 25) / (2.6 * partSeconds) }] }
    return planParts(slow, rung, usual(58)).map(({ measured }) => [measured.skipped, measured.run.frames])
  }
  expect(framesOf(4).slice(0, 2)).toEqual([
    [0, 120],
    [0, 120],
  ])
  expect(framesOf(18).slice(1)).toEqual(Array.from({ length: 3 }, () => [240, 120]))
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
  expect(inSeconds(usual(100), 100)).toEqual([
    [24, 1],
    [70, 1],
  ])
  expect(inSeconds(groupsOf(60), 2)).toEqual([[0, 1]])
})
