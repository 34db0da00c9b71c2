import { sentences } from '../sentences.ts'
import { limits } from './limits.ts'

/** What may be uploaded, by the type a browser gives it. What a file really is, is asked again once it is here. */
export const uploadTypes = ['video/mp4', 'video/quicktime', 'video/x-msvideo'] as const
export type UploadType = (typeof uploadTypes)[number]

/** Browsers without a type for a file are helped by its ending. */
const typeOfEnding: Record<string, UploadType> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  avi: 'video/x-msvideo',
}

export const isUploadType = (type: string): type is UploadType => uploadTypes.some((each) => each === type)

/** What follows the last dot of a name. A number is part of a date or a count, not a kind of file. */
const endingOf = (name: string): string | undefined => /\.(?!\d+$)(\w{1,5})$/.exec(name)?.[1]?.toLowerCase()

/** A name says nothing about the content, but one that belongs to something else altogether is a mistake. */
export function isUploadName(name: string): boolean {
  const ending = endingOf(name)
  return ending === undefined || Object.hasOwn(typeOfEnding, ending)
}

/** The ending of a file's name where it is one of ours, else the one that its type has. */
export function uploadEndingOf({ name, type }: { name: string; type: UploadType }): string {
  const ending = endingOf(name)
  if (ending && Object.hasOwn(typeOfEnding, ending)) return ending
  return Object.entries(typeOfEnding).find(([, each]) => each === type)?.[0] ?? 'mp4'
}

/** The type under which a chosen file is sent, or undefined when it is none of ours. */
export function uploadTypeOf(file: { name: string; type: string }): UploadType | undefined {
  if (isUploadType(file.type)) return file.type
  return file.type === '' ? typeOfEnding[endingOf(file.name) ?? ''] : undefined
}

/** The first thing wrong with a chosen file, as a sentence. */
export function uploadProblem(
  file: { name: string; type: string; size: number },
  maxBytes: number = limits.maxUploadBytes,
): string | undefined {
  if (!uploadTypeOf(file)) return sentences.uploadWrongType
  if (file.size > maxBytes) return uploadTooLarge(maxBytes)
  return undefined
}

/** The sentence for the limit a site has set; 500 MB unless it chose another one. */
export function uploadTooLarge(maxBytes: number): string {
  if (maxBytes === limits.maxUploadBytes) return sentences.uploadTooLarge
  const [unit, name] = maxBytes < 1_048_576 ? [1024, 'KB'] : [1_048_576, 'MB']
  return `File size must be less than ${Math.floor(maxBytes / unit)}${name}`
}

/** An upload's key looks like a path of ours; whose it is and whether it is there is asked later. */
export const isUploadKey = (source: string): boolean => /^uploads\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[\w.-]+$/.test(source)
