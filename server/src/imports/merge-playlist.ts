/**
 * A playlist with the videos of its source that it lacks: each behind the one that it follows there, so that an import in several steps has the
 * order of the source. What its owner has put into another order, or added, stays as it is.
 */
export function mergePlaylist(current: readonly string[], wanted: readonly string[]): string[] {
  const known = new Set(current)
  const first = wanted.find((id) => known.has(id))
  if (first === undefined) return [...current, ...wanted]
  const leading: string[] = []
  const following = new Map<string, string[]>()
  let behind = leading
  for (const id of wanted) {
    if (known.has(id)) {
      behind = []
      following.set(id, behind)
    } else behind.push(id)
  }
  return current.flatMap((id) => [...(id === first ? leading : []), id, ...(following.get(id) ?? [])])
}
