/** A group shorter than this share of the longest one was ended by a scene change. */
const shortGroupRatio = 0.9
/** Seconds. A flash or a fade causes several key frames in a row; one is enough. */
const minDistance = 0.5
const maxCount = 4000

/**
 * Times at which the scene probably changes, derived from the key frames of the source: a repeated longest group is the encoder's limit, and
 * a shorter one was ended by a scene change. The even groups of a camera contain no hint.
 */
export function findSceneChanges(keyFrames: readonly number[]): number[] {
  const groups = keyFrames.map((time, at) => (at === 0 ? 0 : time - (keyFrames[at - 1] ?? time)))
  const longest = groups.reduce((max, group) => Math.max(max, group), 0)
  const isUsual = groups.filter((group) => group >= longest * shortGroupRatio).length > 1
  const sceneChanges: number[] = []
  keyFrames.forEach((time, at) => {
    const isShort = at > 0 && (!isUsual || (groups[at] ?? 0) < longest * shortGroupRatio)
    if (isShort && time - (sceneChanges.at(-1) ?? keyFrames[0] ?? 0) >= minDistance) sceneChanges.push(time)
  })
  return sceneChanges.slice(0, maxCount)
}
