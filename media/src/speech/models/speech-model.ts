/** The files of a model, by the names that the recogniser's library has for them. */
export type ModelFiles =
  | { kind: 'moonshine'; encoder: string; mergedDecoder: string }
  | { kind: 'moonshine'; preprocessor: string; encoder: string; uncachedDecoder: string; cachedDecoder: string }
  | { kind: 'whisper'; encoder: string; decoder: string }
  | { kind: 'sense-voice'; model: string }

export interface SpeechModel {
  /** For people, such as 'Moonshine tiny'. */
  name: string
  files: ModelFiles
  /** Undefined for a model that uses the vocabulary that comes with the product. */
  tokens: string | undefined
  /** Codes of ISO 639, the first is the default. */
  languages: readonly string[]
  /** Bytes of all files, which say how much memory the model needs. */
  bytes: number
}

/** More tokens a second than anybody says are a loop. English has one for each word; other scripts need up to three for a character. */
export const maxTokensPerSecond = ({ languages }: SpeechModel): number => (languages.length === 1 && languages[0] === 'en' ? 10 : 25)
