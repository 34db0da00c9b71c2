/** Where an upload lies until it is a video. The name is kept so that people recognise it; it is cut to what a key may hold. */
export function keyOfUpload(id: string, filename: string): string {
  const ending = /\.\w{1,5}$/.exec(filename)?.[0] ?? ''
  const stem = filename
    .slice(0, filename.length - ending.length)
    .normalize('NFKD')
    .replaceAll(/[^\w.-]+/g, '-')
    .replaceAll(/^[.-]+|[.-]+$/g, '')
    .slice(0, 80)
  return `uploads/${id}/${stem || 'video'}${ending.toLowerCase()}`
}

/** The id of the upload, and of the video it becomes. */
export const idInKey = (s3Key: string): string => s3Key.split('/')[1] ?? ''
