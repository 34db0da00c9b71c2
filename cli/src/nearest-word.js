/** The word that was probably meant: the nearest one with at most two wrong letters. @param {string} typed @param {readonly string[]} words @returns {string | undefined} */
export function nearestWord(typed, words) {
  const most = typed.length < 5 ? 1 : 2
  const [nearest] = words
    .map((word) => ({ word, distance: word.startsWith(typed) && typed.length > 1 ? 1 : distanceOf(typed, word) }))
    .filter(({ distance }) => distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return nearest?.word
}

/** How many letters must be added, removed, replaced or swapped with the next one. @param {string} from @param {string} to @returns {number} */
function distanceOf(from, to) {
  // Longer ones are no slip, and cost time.
  if (Math.abs(from.length - to.length) > 2) return Number.POSITIVE_INFINITY
  let [before, row] = [/** @type {number[]} */ ([]), Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const [up = 0, left = 0, corner = 0] = [row[j], next[j - 1], row[j - 1]]
      const replaced = corner + (from[i - 1] === to[j - 1] ? 0 : 1)
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      next[j] = Math.min(up + 1, left + 1, replaced, isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY)
    }
    before = row
    row = next
  }
  return row[to.length] ?? Number.POSITIVE_INFINITY
}
