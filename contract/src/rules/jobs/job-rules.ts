import type { FieldProblem } from '../../errors.ts'
import { sentences } from '../../sentences.ts'

/** The built-in sample clip, for trying everything without a network. */
export const localSample = 'local-sample.mp4'

/** What is wrong with the source that a person typed. Keys of uploads come from the upload page and are never typed. */
export function sourceProblem(source: string): string | undefined {
  const text = source.trim()
  if (text === '') return sentences.sourceRequired
  if (text === localSample) return undefined
  const isWebAddress = /^https?:\/\/[^\s/?#]+([/?#]\S*)?$/i.test(text) && text.length <= 2048
  return isWebAddress ? undefined : sentences.sourceInvalid
}

/** The first problem of a job form, with its field. */
export function jobFormProblem(values: { inputSource: string; outputFormats: readonly string[] }): FieldProblem | undefined {
  const source = sourceProblem(values.inputSource)
  if (source) return { field: 'inputSource', message: source }
  if (values.outputFormats.length === 0) return { field: 'outputFormats', message: sentences.formatRequired }
  return undefined
}
