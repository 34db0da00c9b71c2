import { cutText } from '@video-forge/contract/rules/cut-text'
import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { limits } from '@video-forge/contract/rules/limits'

/** What a person says about a video while its bytes travel. */
export interface UploadDetails {
  title: string
  description: string
  visibility: 'public' | 'private'
  outputFormats: OutputFormat[]
}

export const emptyDetails = (): UploadDetails => ({
  title: '',
  description: '',
  visibility: 'public',
  outputFormats: [...outputFormats],
})

/** A first title: the name of the file without its ending. */
export const titleOf = (filename: string): string => cutText(filename.replace(/(?<=.)\.[^.]+$/, '').trim(), limits.titleMaxLength)

/** The title under which an upload is kept until its owner has decided on one. */
export const titleOrName = (title: string, filename: string): string => title.trim() || cutText(filename, limits.titleMaxLength)
