import { type UploadType, uploadEndingOf } from '@video-forge/contract/rules/upload-rules'

/** The key of an upload until it becomes a video. The file's name is not part of it and stays in the upload's row. */
export const keyOfUpload = (id: string, name: string, type: UploadType): string => `uploads/${id}/source.${uploadEndingOf({ name, type })}`

/** The id of the upload and of its video. */
export const idInKey = (s3Key: string): string => s3Key.split('/')[1] ?? ''
