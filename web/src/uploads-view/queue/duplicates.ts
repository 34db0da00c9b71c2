import { deleteUploaded } from '../transfer/upload-calls.ts'
import { endUpload } from './upload-control.ts'
import { changeUpload, uploadWith } from './upload-store.ts'

/** The same file as two videos is what the person wants. */
export const keepBoth = (id: string): void => changeUpload(id, { duplicateOf: undefined })

/** Deletes the private video that the upload has become. */
export async function discardDuplicate(id: string): Promise<void> {
  const videoId = uploadWith(id)?.videoId
  if (videoId) await deleteUploaded(videoId)
  endUpload(id)
}
