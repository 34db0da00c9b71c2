import type { FieldProblem } from '../errors.ts'
import { sentences } from '../sentences.ts'

/** The clip the product carries itself, so that everything can be tried without a network. */
export const localSample = 'local-sample.mp4'

/** What a person may type as the source of a job. An upload's key is given by the upload page, never typed. */
export function sourceProblem(source: string): string | undefined {
  const text = source.trim()
  if (text === '') return sentences.sourceRequired
  if (text === localSample) return undefined
  const isWebAddress = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i.test(text) && text.length <= 2048
  return isWebAddress ? undefined : sentences.sourceInvalid
}

/** The first thing wrong with a filled-in job form, with the field it belongs to. */
export function jobFormProblem(values: { inputSource: string; outputFormats: readonly string[] }): FieldProblem | undefined {
  const source = sourceProblem(values.inputSource)
  if (source) return { field: 'inputSource', message: source }
  if (values.outputFormats.length === 0) return { field: 'outputFormats', message: sentences.formatRequired }
  return undefined
}
