/** The list with one id at another index; one outside the list is its nearest end. */
export function moveVideo(ids: readonly string[], id: string, to: number): readonly string[] {
  const from = ids.indexOf(id)
  const index = Math.min(Math.max(to, 0), ids.length - 1)
  if (from < 0 || from === index) return ids
  const others = ids.filter((each) => each !== id)
  return [...others.slice(0, index), id, ...others.slice(index)]
}
