/**
 * What starts a job for an uploaded video: the key of its upload. That key follows from the video's id, so it is known even after the row
 * of the upload is deleted.
 */
export const uploadSource = (id: string, originalKey: string): string => `uploads/${id}/${originalKey.split('/').at(-1)}`
