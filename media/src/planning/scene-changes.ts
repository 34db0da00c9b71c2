/** A group this much shorter than the longest one was ended by something the encoder saw. */
const clearlyShorter = 0.9
/** Seconds. A flash or a fade makes a row of key frames; one is enough. */
const apart = 0.5
const mostCuts = 4000

/**
 * Where the scene probably changes, told by the source's own key frames. The longest length that comes more than once is how long the
 * encoder lets a group become; a group that ended sooner was ended by a change of scene. A camera's even groups tell nothing.
 */
export function findSceneChanges(keyFrames: readonly number[]): number[] {
  const groups = keyFrames.map((time, at) => (at === 0 ? 0 : time - (keyFrames[at - 1] ?? time)))
  const longest = groups.reduce((most, group) => Math.max(most, group), 0)
  const isUsual = groups.filter((group) => group >= longest * clearlyShorter).length > 1
  const cuts: number[] = []
  keyFrames.forEach((time, at) => {
    const isShort = at > 0 && (!isUsual || (groups[at] ?? 0) < longest * clearlyShorter)
    if (isShort && time - (cuts.at(-1) ?? keyFrames[0] ?? 0) >= apart) cuts.push(time)
  })
  return cuts.slice(0, mostCuts)
}
