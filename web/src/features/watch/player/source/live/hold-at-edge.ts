/** Seconds that must be encoded past the position before playback continues. */
const minLead = 8

interface Position {
  /** Seconds. */
  position: number
  /** Seconds from the start that are encoded; infinite when nothing is missing. */
  reach: number
  duration: number | null
  /** The element has nothing more to play. */
  isStarved: boolean
}

/**
 * Whether to stop loading at the end of what is encoded until there is more to play. Where encoding is slower than playback, one longer wait
 * is better than a short one after every chunk.
 */
export function holdsAtEdge(wasHeld: boolean, { position, reach, duration, isStarved }: Position): boolean {
  const isNearEnd = duration !== null && reach >= duration - 1
  const hasLead = isNearEnd || reach >= position + minLead
  return !hasLead && (wasHeld || isStarved)
}
