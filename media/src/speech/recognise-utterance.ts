import type { Utterance } from './cut-utterances.ts'
import { isDecodingLoop, wordsOf } from './decoding-loop.ts'
import { levelOf, type SampleRing } from './sample-ring.ts'
import { speechRate } from './speech-rate.ts'

interface Heard {
  text: string
  tokenCount: number
  /** What the model takes the language for, if it can tell languages apart. */
  language: string | undefined
}

export interface Recogniser {
  /** Tokens a second above which a result is a loop. */
  maxTokensPerSecond: number
  recognise(samples: Float32Array): Heard
}

export interface RecognisedText {
  /** Samples since the start of the audio. */
  from: number
  to: number
  text: string
  language: string | undefined
}

/** dB relative to full scale. The detector also finds voices far below what anybody hears. */
const minLevel = -50
/** Singing and music give a few words in a long time. */
const musicSeconds = 3
const minWordsPerSecond = 0.4
const maxHalvings = 3
const minHalfSeconds = 1

/** The text of an utterance, or nothing where it is too quiet, music, or a loop of the recogniser that shorter ranges do not end. */
export function recogniseUtterance(recogniser: Recogniser, ring: SampleRing, utterance: Utterance, halvings = 0): RecognisedText[] {
  const { from, to, heardFrom, heardTo } = utterance
  if (to <= from || levelOf(ring.slice(from, to)) < minLevel) return []
  const seconds = (to - from) / speechRate
  const { text: heard, tokenCount, language } = recogniser.recognise(ring.slice(heardFrom, heardTo))
  const text = cleanText(heard)
  if (isDecodingLoop(text, tokenCount, (heardTo - heardFrom) / speechRate, recogniser.maxTokensPerSecond)) {
    if (halvings >= maxHalvings || seconds < 2 * minHalfSeconds) return []
    const reach = Math.min(to - from, 8 * speechRate) / 4
    const middle = (from + to) / 2
    const at = ring.quietest(middle - reach, middle + reach)
    const halves: Utterance[] = [
      { from, to: at, heardFrom, heardTo: at },
      { from: at, to, heardFrom: at, heardTo },
    ]
    return halves.flatMap((half) => recogniseUtterance(recogniser, ring, half, halvings + 1))
  }
  const wordCount = wordsOf(text).length
  if (wordCount === 0 || (seconds > musicSeconds && wordCount < minWordsPerSecond * seconds)) return []
  return [{ from, to, text, language }]
}

/** Without line breaks, and without the names of sounds that some models write: [Music], (applause), ♪. */
const cleanText = (text: string): string =>
  text
    .replaceAll(/\[[^\]]*\]|\([^)]*\)|<\|[^|]*\|>|[♪♫]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
