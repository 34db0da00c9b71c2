import { type Cue, maxCueSeconds, minCueSeconds } from './split-cues.ts'
import { hasNoSpaces, wrapLines } from './wrap-lines.ts'

/** Cues this close are said in one breath. */
const maxGapSeconds = 0.5

/** Gives every cue two lines and time to be read: it stays into the pause after it, or joins the next one where there is no pause. */
export class CueTimer {
  private pending: Cue | undefined

  /** Takes the next cue; returns those that no later cue can change. */
  add(cue: Cue): Cue[] {
    const { pending } = this
    if (!pending) {
      this.pending = cue
      return []
    }
    const longer = { ...pending, end: Math.max(pending.end, Math.min(pending.start + minCueSeconds, cue.start)) }
    const joined = longer.end - longer.start < minCueSeconds ? join(longer, cue) : undefined
    this.pending = joined ?? cue
    return joined ? [] : [inLines(longer)]
  }

  /** The last cue, which ends with the audio at the latest. */
  finish(audioEnd: number): Cue[] {
    const { pending } = this
    this.pending = undefined
    if (!pending) return []
    return [inLines({ ...pending, end: Math.max(pending.end, Math.min(pending.start + minCueSeconds, audioEnd)) })]
  }
}

/** Both as one cue, if that can be read. */
function join(first: Cue, second: Cue): Cue | undefined {
  if (second.start - first.end > maxGapSeconds || second.end - first.start > maxCueSeconds) return undefined
  const text = `${first.text}${hasNoSpaces(first.text) ? '' : ' '}${second.text}`
  return wrapLines(text) === undefined ? undefined : { start: first.start, end: second.end, text }
}

const inLines = ({ start, end, text }: Cue): Cue => ({
  start: toMilliseconds(start),
  end: toMilliseconds(end),
  text: wrapLines(text) ?? text,
})

/** Caption files have no finer times. */
const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000
