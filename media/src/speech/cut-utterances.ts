import type { SampleRing } from './sample-ring.ts'
import { speechRate } from './speech-rate.ts'

/** A range of speech, in samples since the start of the audio. */
export interface Utterance {
  from: number
  to: number
  /** The same range with some audio on both sides, which the recogniser needs for the first and last sound. */
  heardFrom: number
  heardTo: number
}

/** Finds speech in audio. Ranges come some time after their end, when a pause was long enough. */
export interface SpeechDetector {
  accept(window: Float32Array): void
  /** Whether a range is open now. */
  isSpeech(): boolean
  /** Ends the open range. */
  flush(): void
  /** The oldest finished range, once. */
  take(): Range | undefined
}

interface Range {
  from: number
  to: number
}

/** Recognisers repeat themselves on inputs of more than about 20 s. */
const maxSamples = 15 * speechRate
/** How far back a long range is cut. */
const cutSamples = 4 * speechRate
const contextSamples = 0.25 * speechRate
/** After a cut the detector finds the same speech again, and needs this long for it. */
const resumeSamples = 0.8 * speechRate

/** Turns audio into utterances of a bounded length. Speech without a pause is cut at its quietest spot. */
export class UtteranceCutter {
  private readonly detector: SpeechDetector
  private readonly ring: SampleRing
  /** Position from which speech has gone on without a cut. */
  private openSince: number | undefined
  /** Speech after a cut, which belongs to the next range. */
  private carried: Range | undefined
  private lastEnd = 0

  constructor(detector: SpeechDetector, ring: SampleRing) {
    this.detector = detector
    this.ring = ring
  }

  /** Takes the next window; returns what it completes. */
  add(window: Float32Array): Utterance[] {
    this.ring.add(window)
    this.detector.accept(window)
    const found = this.takeAll()
    if (!this.detector.isSpeech()) this.openSince = undefined
    else this.openSince ??= this.carried?.from ?? this.ring.end - window.length
    if (this.openSince !== undefined && this.ring.end - this.openSince >= maxSamples) found.push(...this.cut())
    if (this.carried && this.openSince === undefined && this.ring.end - this.carried.to > resumeSamples) found.push(...this.leaveCarried())
    return found
  }

  /** What is still open at the end of the audio. */
  end(): Utterance[] {
    this.detector.flush()
    return [...this.takeAll(), ...this.leaveCarried()]
  }

  private takeAll(): Utterance[] {
    const found: Utterance[] = []
    for (let range = this.detector.take(); range; range = this.detector.take()) {
      if (this.carried && range.from > this.carried.to + resumeSamples) found.push(...this.leaveCarried())
      const from = this.carried?.from ?? range.from
      this.carried = undefined
      found.push(this.utterance(from, range.to, contextSamples))
    }
    return found
  }

  private cut(): Utterance[] {
    const { end } = this.ring
    const at = this.ring.quietest(end - cutSamples, end)
    this.detector.flush()
    const first = this.detector.take()
    const from = this.carried?.from ?? first?.from ?? this.openSince ?? at
    while (this.detector.take());
    this.carried = { from: at, to: end }
    this.openSince = at
    return at > from ? [this.utterance(from, at, 0)] : []
  }

  private leaveCarried(): Utterance[] {
    const { carried } = this
    this.carried = undefined
    return carried ? [this.utterance(carried.from, carried.to, contextSamples)] : []
  }

  private utterance(from: number, to: number, after: number): Utterance {
    // The context never reaches into the utterance before: its last word would be heard twice.
    const heardFrom = Math.max(this.lastEnd, from - contextSamples)
    this.lastEnd = to
    return { from, to, heardFrom, heardTo: Math.min(this.ring.end, to + after) }
  }
}
