import { playRules } from '@video-forge/contract/rules/play-rules'
import type { Played } from './play-meter.ts'

const round = (seconds: number): number => Math.round(seconds * 1000) / 1000

/** What could not be sent together with what came after it. Ranges that continue each other become one. */
export function mergePlayed(before: Played | undefined, after: Played | undefined): Played | undefined {
  if (!before || !after) return before ?? after
  const ranges: Played['ranges'] = []
  for (const [from, to] of [...before.ranges, ...after.ranges]) {
    const last = ranges.at(-1)
    if (last && Math.abs(last[1] - from) < 0.01) last[1] = to
    else ranges.push([from, to])
  }
  return {
    // Without a network for long, the oldest of many short ranges are given up.
    ranges: ranges.slice(-playRules.maxRanges),
    startup: before.startup ?? after.startup,
    stalls: before.stalls + after.stalls,
  }
}

export const roundPlayed = ({ ranges, startup, stalls }: Played): Played => ({
  ranges: ranges.slice(-playRules.maxRanges).map(([from, to]) => [round(from), round(to)]),
  startup: startup === null ? null : round(Math.min(600, startup)),
  stalls: Math.min(1000, stalls),
})

export const lengthOf = ({ ranges }: Played): number => ranges.reduce((sum, [from, to]) => sum + to - from, 0)
