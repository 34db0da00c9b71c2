import { defaultFormats, type OutputFormat } from '@video-forge/contract/rules/formats'

export interface JobFormValues {
  inputSource: string
  outputFormats: OutputFormat[]
  visibility: 'public' | 'private'
}

export const emptyJobForm = (): JobFormValues => ({ inputSource: '', outputFormats: [...defaultFormats], visibility: 'public' })

/** The address of a stock video that was selected on the search page, from the navigation state. */
export function chosenVideoUrl(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('videoUrl' in state)) return undefined
  return typeof state.videoUrl === 'string' ? state.videoUrl : undefined
}
