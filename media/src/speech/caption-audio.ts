import { CueTimer } from './cue-timer.ts'
import { type SpeechDetector, type Utterance, UtteranceCutter } from './cut-utterances.ts'
import { type Recogniser, recogniseUtterance } from './recognise-utterance.ts'
import { SampleRing, WindowReader } from './sample-ring.ts'
import type { SpeechMessage } from './speech-messages.ts'
import { speechRate } from './speech-rate.ts'
import { splitCues } from './split-cues.ts'

/** Samples that the detector takes at once. */
export const windowSamples = 512
const ringSeconds = 64
/** Seconds of audio between two reports of the progress. */
const progressSeconds = 5

/** Audio in, cues out: what the speech program does with the bytes it reads. Nothing in it grows with the length of the audio. */
export class AudioCaptioner {
  private readonly windows = new WindowReader(windowSamples)
  private readonly ring = new SampleRing(ringSeconds)
  private readonly timer = new CueTimer()
  private readonly cutter: UtteranceCutter
  private readonly recogniser: Recogniser
  private readonly send: (message: SpeechMessage) => void
  private readonly languages = new Map<string, number>()
  private reported = 0

  constructor(detector: SpeechDetector, recogniser: Recogniser, send: (message: SpeechMessage) => void) {
    this.cutter = new UtteranceCutter(detector, this.ring)
    this.recogniser = recogniser
    this.send = send
  }

  add(bytes: Buffer): void {
    for (const window of this.windows.read(bytes)) this.addWindow(window)
  }

  /** Ends the audio. Returns its length and the language that most of it was in, if the model says. */
  finish(): { seconds: number; language: string | undefined } {
    const last = this.windows.last()
    if (last) this.addWindow(last)
    for (const utterance of this.cutter.end()) this.caption(utterance)
    const seconds = this.ring.end / speechRate
    for (const cue of this.timer.finish(seconds)) this.send({ kind: 'cue', cue })
    const [mostSpoken] = [...this.languages].sort(([, a], [, b]) => b - a)
    return { seconds, language: mostSpoken?.[0] }
  }

  private addWindow(window: Float32Array): void {
    for (const utterance of this.cutter.add(window)) this.caption(utterance)
    const seconds = Math.floor(this.ring.end / speechRate)
    if (seconds < this.reported + progressSeconds) return
    this.reported = seconds
    this.send({ kind: 'progress', seconds })
  }

  private caption(utterance: Utterance): void {
    const findQuiet = (from: number, to: number): number => this.ring.quietest(from * speechRate, to * speechRate) / speechRate
    for (const { from, to, text, language } of recogniseUtterance(this.recogniser, this.ring, utterance)) {
      if (language) this.languages.set(language, (this.languages.get(language) ?? 0) + to - from)
      for (const spoken of splitCues({ start: from / speechRate, end: to / speechRate, text }, findQuiet))
        for (const cue of this.timer.add(spoken)) this.send({ kind: 'cue', cue })
    }
  }
}
