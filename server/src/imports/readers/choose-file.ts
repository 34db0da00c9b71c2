import { isUploadName } from '@video-forge/contract/rules/upload-rules'
import { nameInUrl } from './read-values.ts'

/** One of the files that a site has of a video. */
export interface OfferedFile {
  url: string
  /** The name that people gave it. */
  name?: string | null | undefined
  bytes: number | null
}

interface ChosenFile {
  url: string
  filename: string
  bytes: number | null
}

/**
 * The first file that may be imported by its type and size. If there is none, the first of them all, so that the report says what is wrong
 * with it. Undefined if there is no file.
 */
export function chooseFile(offered: readonly OfferedFile[], maxBytes = Number.POSITIVE_INFINITY): ChosenFile | undefined {
  const fits = ({ url, name, bytes }: OfferedFile) =>
    isUploadName(nameInUrl(url)) && isUploadName(name ?? '') && (bytes === null || bytes <= maxBytes)
  const chosen = offered.find(fits) ?? offered[0]
  return chosen && { url: chosen.url, filename: chosen.name || nameInUrl(chosen.url), bytes: chosen.bytes }
}
