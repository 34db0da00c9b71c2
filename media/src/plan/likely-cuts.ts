/** A group this much shorter than the longest one was ended by something the encoder saw. */
const clearlyShorter = 0.9
/** Seconds. A flash or a fade makes a row of key frames; one is enough. */
const apart = 0.5
const mostCuts = 4000

/**
 * Where the scene probably changes, told by the source's own key frames: an encoder puts one at the end of its longest group anyway, so
 * one that comes sooner is a change of scene. A camera's even groups tell nothing, and give none.
 */
export function likelyCuts(keyFrames: readonly number[]): number[] {
  const groups = keyFrames.map((time, at) => (at === 0 ? 0 : time - (keyFrames[at - 1] ?? time)))
  const longest = Math.max(...groups, 0)
  const cuts: number[] = []
  keyFrames.forEach((time, at) => {
    const isShort = at > 0 && (groups[at] ?? 0) < longest * clearlyShorter
    if (isShort && time - (cuts.at(-1) ?? keyFrames[0] ?? 0) >= apart) cuts.push(time)
  })
  return cuts.slice(0, mostCuts)
}
