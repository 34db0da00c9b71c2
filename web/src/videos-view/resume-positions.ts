const storageKey = 'video_forge_positions'
/** The oldest are dropped first. */
const maxPositions = 200
/** Shorter than this is a look, not a start. */
const startedSeconds = 5
/** From this share on a video counts as watched to its end. */
const endShare = 0.97

type Positions = Record<string, { seconds: number; duration: number; at: number }>

/** Stored values may be edited or come from another version, so each one is checked. */
function parsePositions(text: string | null): Positions {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).filter(([, entry]) => isPosition(entry)))
  } catch {
    return {}
  }
}

const isPosition = (entry: unknown): boolean =>
  typeof entry === 'object' &&
  entry !== null &&
  ['seconds', 'duration', 'at'].every((key) => Number.isFinite(Object.getOwnPropertyDescriptor(entry, key)?.value))

/** A browser may block storage inside a frame; then nothing is remembered. */
function readPositions(): Positions {
  try {
    return parsePositions(localStorage.getItem(storageKey))
  } catch {
    return {}
  }
}

function writePositions(positions: Positions): void {
  const newest = Object.entries(positions)
    .sort(([, a], [, b]) => b.at - a.at)
    .slice(0, maxPositions)
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries(newest)))
  } catch {
    // The next visit starts at the beginning.
  }
}

/** Where someone stopped in a video; undefined if they did not start it or saw its end. */
export function resumePosition(videoId: string): { seconds: number; share: number } | undefined {
  const entry = readPositions()[videoId]
  return entry && entry.duration > 0 ? { seconds: entry.seconds, share: Math.min(1, entry.seconds / entry.duration) } : undefined
}

/** Remembers where someone is in a video. Its first seconds and its end are no position to come back to. */
export function rememberPosition(videoId: string, seconds: number, duration: number): void {
  if (!Number.isFinite(duration) || duration <= 0) return
  if (seconds < startedSeconds || seconds / duration >= endShare) forgetPosition(videoId)
  else writePositions({ ...readPositions(), [videoId]: { seconds: Math.floor(seconds), duration, at: Date.now() } })
}

export function forgetPosition(videoId: string): void {
  const { [videoId]: known, ...others } = readPositions()
  if (known) writePositions(others)
}

/** Everything that this browser remembers. */
export const forgetAllPositions = (): void => writePositions({})
