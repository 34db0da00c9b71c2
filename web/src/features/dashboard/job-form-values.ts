import { defaultFormats, type OutputFormat } from '@video-forge/contract/rules/formats'
import { type CaptionChoiceValues, noCaptionChoice } from '../../videos-view/captions/caption-choice-values.ts'

export interface JobFormValues {
  inputSource: string
  outputFormats: OutputFormat[]
  visibility: 'public' | 'private'
  captionChoice: CaptionChoiceValues
}

export const emptyJobForm = (): JobFormValues => ({
  inputSource: '',
  outputFormats: [...defaultFormats],
  visibility: 'public',
  captionChoice: noCaptionChoice,
})

/** The address of a stock video that was selected on the search page, from the navigation state. */
export function chosenVideoUrl(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('videoUrl' in state)) return undefined
  return typeof state.videoUrl === 'string' ? state.videoUrl : undefined
}
