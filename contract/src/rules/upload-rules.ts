import { sentences } from '../sentences.ts'
import { limits } from './limits.ts'

/** Accepted types as browsers report them. The server checks the content again after the upload. */
export const uploadTypes = ['video/mp4', 'video/quicktime', 'video/x-msvideo', 'video/x-matroska', 'video/webm'] as const
export type UploadType = (typeof uploadTypes)[number]

/** For files to which the browser assigns no type. */
const typeOfEnding: Record<string, UploadType> = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
}

/** Filters the system's file picker, which knows some files only by their extension. The file is validated afterwards. */
export const uploadAccept: string = [...uploadTypes, ...Object.keys(typeOfEnding).map((ending) => `.${ending}`)].join(',')

/** What systems report for a Matroska file instead of its usual type, or of none. */
const matroskaTypes: readonly string[] = ['video/matroska', 'video/mkv', 'application/x-matroska', 'application/octet-stream']

export const isUploadType = (type: string): type is UploadType => uploadTypes.some((each) => each === type)

/** The file extension. A number after the last dot is part of a date or a count. */
const endingOf = (name: string): string | undefined => /\.(?!\d+$)(\w{1,5})$/.exec(name)?.[1]?.toLowerCase()

/** A name proves nothing about the content, but an extension of another type is a mistake. */
export function isUploadName(name: string): boolean {
  const ending = endingOf(name)
  return ending === undefined || Object.hasOwn(typeOfEnding, ending)
}

/** The extension of the name if it is accepted, else one that matches the type. */
export function uploadEndingOf({ name, type }: { name: string; type: UploadType }): string {
  const ending = endingOf(name)
  if (ending && Object.hasOwn(typeOfEnding, ending)) return ending
  return Object.entries(typeOfEnding).find(([, each]) => each === type)?.[0] ?? 'mp4'
}

/** The content type of a chosen file; undefined if it is not accepted. */
export function uploadTypeOf(file: { name: string; type: string }): UploadType | undefined {
  if (isUploadType(file.type)) return file.type
  const type = typeOfEnding[endingOf(file.name) ?? '']
  return file.type === '' || (type === 'video/x-matroska' && matroskaTypes.includes(file.type)) ? type : undefined
}

/** The first problem of a chosen file, as a sentence. */
export function uploadProblem(
  file: { name: string; type: string; size: number },
  maxBytes: number = limits.maxUploadBytes,
): string | undefined {
  if (!uploadTypeOf(file)) return sentences.uploadWrongType
  if (file.size > maxBytes) return uploadTooLarge(maxBytes)
  return undefined
}

/** The sentence for the configured limit, 500 MB by default. */
export function uploadTooLarge(maxBytes: number): string {
  if (maxBytes === limits.maxUploadBytes) return sentences.uploadTooLarge
  const [unit, name] = maxBytes < 1_048_576 ? [1024, 'KB'] : [1_048_576, 'MB']
  return `File size must be less than ${Math.floor(maxBytes / unit)}${name}`
}

/** Whether this has the form of an upload's key; owner and existence are checked later. */
export const isUploadKey = (source: string): boolean => /^uploads\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\/[\w.-]+$/.test(source)
