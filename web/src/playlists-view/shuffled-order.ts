/** FNV-1a: short, and the same in every browser. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return hash >>> 0
}

/**
 * The order that an address names, such as `k3f9.<id>`: the video with that id first, the others in an order that looks random. It is the same
 * after a reload, and for everybody who gets the address.
 */
export function shuffledOrder(ids: readonly string[], shuffle: string | null): readonly string[] {
  if (!shuffle) return ids
  const [seed = '', first = ''] = shuffle.split('.')
  const placed = ids.map((id) => ({ id, place: id === first ? -1 : hashOf(seed + id) }))
  return placed.sort((a, b) => a.place - b.place).map(({ id }) => id)
}

/** A new order that begins with this video. */
export const newShuffle = (firstId: string): string => `${Math.random().toString(36).slice(2, 8)}.${firstId}`
