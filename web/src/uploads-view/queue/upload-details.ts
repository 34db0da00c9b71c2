import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { limits } from '@video-forge/contract/rules/limits'
import { cutText } from '@video-forge/contract/text/cut-text'
import { type CaptionChoiceValues, noCaptionChoice } from '../../videos-view/captions/caption-choice-values.ts'

/** What is entered about a video while it uploads. */
export interface UploadDetails {
  title: string
  description: string
  visibility: 'public' | 'private'
  outputFormats: OutputFormat[]
  captionChoice: CaptionChoiceValues
}

/** What several files can have in common. */
export type SharedChoices = Pick<UploadDetails, 'visibility' | 'outputFormats' | 'captionChoice'>

export const sharedChoices = (): SharedChoices => ({
  visibility: 'public',
  outputFormats: [...outputFormats],
  captionChoice: noCaptionChoice,
})

export const emptyDetails = (): UploadDetails => ({ title: '', description: '', ...sharedChoices() })

/** The default title: the file name without its extension. */
export const titleOf = (filename: string): string => cutText(filename.replace(/(?<=.)\.[^.]+$/, '').trim(), limits.titleMaxLength)

/** The title of an upload whose owner has not entered one yet. */
export const titleOrName = (title: string, filename: string): string => title.trim() || cutText(filename, limits.titleMaxLength)

/** Why a video with these details cannot be processed. */
export function detailsObstacle({ title, outputFormats: formats }: UploadDetails): string | undefined {
  if (title.trim() === '') return 'Enter a title to start.'
  if (formats.length === 0) return 'Choose a format to start.'
  return undefined
}
