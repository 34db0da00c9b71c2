import type { SplitPoint } from './source-facts.ts'

/** Pictures by which an encoder that reorders them stores each ahead of its time. */
const reordering = 2
/** Seconds. A jump to a key frame may be this inexact, so the next one must not be as near. */
const nearest = 0.3

/**
 * The key frames at which a video can be made in parts. An encoder stores the first pictures of a part ahead of their time by as much as the next
 * ones take; where pictures are of uneven length that may be before the last ones of the part before it, so there it must fit.
 */
export function findSplitPoints(keyFrames: readonly number[], inOrder: readonly number[], isEven: boolean): SplitPoint[] {
  const keys = [...keyFrames].sort((a, b) => a - b)
  const splitPoints: SplitPoint[] = []
  let frames = 0
  keys.forEach((time, at) => {
    while (frames < inOrder.length && (inOrder[frames] ?? time) < time) frames += 1
    const before = inOrder[frames - reordering - 1]
    const after = inOrder[frames + reordering]
    const next = keys[at + 1] ?? Number.POSITIVE_INFINITY
    if (before === undefined || after === undefined || next - time < nearest) return
    if (isEven || time - before > after - time) splitPoints.push({ time, frames })
  })
  return splitPoints
}
