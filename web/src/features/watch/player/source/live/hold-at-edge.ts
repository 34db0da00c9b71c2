/** Seconds that must be encoded past the position before playback continues: no shorter, or every chunk would be waited for, and no longer. */
const lead = { min: 3, unknown: 5, max: 8 }

interface Position {
  /** Seconds. */
  position: number
  /** Seconds from the start that are encoded; infinite when nothing is missing. */
  reach: number
  duration: number | null
  /** The element has nothing more to play. */
  isStarved: boolean
  /** Seconds that are encoded per second, if it is known. */
  speed: number | undefined
}

/**
 * Whether to stop loading at the end of what is encoded until there is more to play. Where encoding is slower than playback, one longer wait
 * is better than a short one after every chunk.
 */
export function holdsAtEdge(wasHeld: boolean, position: Position): boolean {
  const { reach, duration, isStarved } = position
  const isNearEnd = duration !== null && reach >= duration - 1
  const hasLead = isNearEnd || reach >= position.position + leadFor(position)
  return !hasLead && (wasHeld || isStarved)
}

/** With this lead playback reaches the end of the video just when encoding does. */
function leadFor({ position, duration, speed }: Position): number {
  if (speed === undefined || duration === null) return lead.unknown
  return Math.min(lead.max, Math.max(lead.min, (duration - position) * (1 - speed)))
}
