import type { SplitPoint } from './source-facts.ts'

/** Frames by which decode times run ahead of presentation times in an encoder with B-frames. */
const reordering = 2
/** Seconds. A seek may be off by this much, so the next key frame must be further away. */
const minDistance = 0.3

/**
 * The key frames at which a video can be split. Decode times of a part's first frames lie before their presentation times. With frames of
 * uneven length they could overlap the end of the part before, so such key frames are left out.
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
    if (before === undefined || after === undefined || next - time < minDistance) return
    if (isEven || time - before > after - time) splitPoints.push({ time, frames })
  })
  return splitPoints
}
