import { type UploadType, uploadEndingOf } from '@video-forge/contract/rules/upload-rules'

/** Where an upload lies until it is a video. A key has no room for the names people give, so the name stays in the upload's row. */
export const keyOfUpload = (id: string, name: string, type: UploadType): string => `uploads/${id}/source.${uploadEndingOf({ name, type })}`

/** The id of the upload, and of the video it becomes. */
export const idInKey = (s3Key: string): string => s3Key.split('/')[1] ?? ''
