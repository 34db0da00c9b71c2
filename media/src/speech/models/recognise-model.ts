import type { ModelFiles } from './speech-model.ts'
import { whisperLanguages } from './whisper-languages.ts'

/** What is in the folder of a model, without anything in subfolders. */
export interface FolderListing {
  /** The name of the folder, which often names the language. */
  name: string
  files: readonly string[]
}

export interface RecognisedModel {
  name: string
  /** Names of files in the folder. */
  files: ModelFiles
  /** Undefined if the folder has none and needs none. */
  tokens: string | undefined
  languages: readonly string[]
}

const weights = /\.(onnx|ort)$/

/** The kind of model by the names of its files, or a sentence that says what is missing. */
export function recogniseModel({ name, files }: FolderListing): RecognisedModel | string {
  const models = files.filter((file) => weights.test(file))
  if (models.length === 0) return 'The folder has no speech model: no file in it ends with .onnx or .ort.'
  // The 8-bit version of a file is smaller, faster and nearly as good.
  const pick = (pattern: RegExp): string | undefined =>
    models.filter((file) => pattern.test(file)).sort((a, b) => Number(isSmall(b)) - Number(isSmall(a)) || a.localeCompare(b))[0]
  const tokens = files.find((file) => /(^|-)tokens\.txt$/.test(file))
  return moonshine(name, pick, tokens) ?? whisper(pick, tokens) ?? senseVoice(pick, tokens) ?? unknownModel
}

const isSmall = (file: string): boolean => /int8|quantized/.test(file)

export const unknownModel =
  'The folder has a model of an unknown kind. Use the files of Moonshine, Whisper or SenseVoice in the form that sherpa-onnx publishes.'
const noTokens = (kind: string): string => `The folder has a ${kind} model without its tokens.txt.`

type Pick = (pattern: RegExp) => string | undefined

function moonshine(folder: string, pick: Pick, tokens: string | undefined): RecognisedModel | string | undefined {
  const languages = [/(?:^|-)(?:tiny|base)-(ar|de|en|es|fr|ja|ko|uk|vi|zh)(?:-|$)/.exec(folder)?.[1] ?? 'en']
  const [encoder, mergedDecoder] = [pick(/^encoder_model(\.int8)?\.(onnx|ort)$/), pick(/^decoder_model_merged(\.int8)?\.(onnx|ort)$/)]
  if (encoder && mergedDecoder) return { name: 'Moonshine', files: { kind: 'moonshine', encoder, mergedDecoder }, tokens, languages }
  const preprocessor = pick(/^preprocess(\.int8)?\.onnx$/)
  if (!preprocessor) return undefined
  const [encode, uncachedDecoder, cachedDecoder] = [pick(/^encode\./), pick(/^uncached_decode\./), pick(/^cached_decode\./)]
  if (!encode || !uncachedDecoder || !cachedDecoder)
    return 'The folder has an incomplete Moonshine model: it needs preprocess, encode, uncached_decode and cached_decode.'
  if (!tokens) return noTokens('Moonshine')
  const files: ModelFiles = { kind: 'moonshine', preprocessor, encoder: encode, uncachedDecoder, cachedDecoder }
  return { name: 'Moonshine', files, tokens, languages }
}

function whisper(pick: Pick, tokens: string | undefined): RecognisedModel | string | undefined {
  const encoder = pick(/-encoder(\.int8)?\.onnx$/)
  if (!encoder) return undefined
  const size = encoder.replace(/-encoder.*$/, '')
  const decoder = pick(new RegExp(`^${size.replaceAll('.', '\\.')}-decoder(\\.int8)?\\.onnx$`))
  if (!decoder) return `The folder has an incomplete Whisper model: ${size}-decoder.onnx is missing.`
  if (!tokens) return noTokens('Whisper')
  const languages = size.includes('.en') ? ['en'] : whisperLanguages
  return { name: `Whisper ${size}`, files: { kind: 'whisper', encoder, decoder }, tokens, languages }
}

/** Of the models in one file only SenseVoice names languages in its tokens; the caller looks into them. */
function senseVoice(pick: Pick, tokens: string | undefined): RecognisedModel | string | undefined {
  const model = pick(/^model(\.int8)?\.onnx$/)
  if (!model) return undefined
  if (!tokens) return noTokens('speech')
  return { name: 'SenseVoice', files: { kind: 'sense-voice', model }, tokens, languages: ['zh', 'en', 'ja', 'ko', 'yue'] }
}
