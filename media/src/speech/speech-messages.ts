import type { SpeechModel } from './models/speech-model.ts'
import type { Cue } from './split-cues.ts'

/** What the speech program is started with, as JSON in its only argument. */
export interface SpeechOrder {
  model: SpeechModel
  detector: string
  /** For files that are made once and used by later runs. */
  cacheFolder: string
  /** The language that is spoken; undefined lets a model with several find out. */
  language: string | undefined
}

/** What the speech program says, a line of JSON each. */
export type SpeechMessage =
  | { kind: 'ready' }
  | { kind: 'cue'; cue: Cue }
  /** Seconds of audio that are done. */
  | { kind: 'progress'; seconds: number }
  | { kind: 'done'; seconds: number; language: string | undefined }
  /** A sentence for people. */
  | { kind: 'failed'; sentence: string }

/** Undefined for a line that is none of ours: the library also prints to stdout. */
export function readSpeechMessage(line: string): SpeechMessage | undefined {
  const message = parse(line)
  const { kind, seconds, language, sentence, cue } = message
  if (kind === 'ready') return { kind }
  if (kind === 'progress' && typeof seconds === 'number') return { kind, seconds }
  if (kind === 'done' && typeof seconds === 'number')
    return { kind, seconds, language: typeof language === 'string' ? language : undefined }
  if (kind === 'failed' && typeof sentence === 'string') return { kind, sentence }
  if (kind !== 'cue') return undefined
  const { start, end, text } = fieldsOf(cue)
  if (typeof start !== 'number' || typeof end !== 'number' || typeof text !== 'string') return undefined
  return { kind, cue: { start, end, text } }
}

function parse(line: string): Record<string, unknown> {
  if (!line.startsWith('{')) return {}
  try {
    return fieldsOf(JSON.parse(line))
  } catch {
    return {}
  }
}

const fieldsOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {})
