/** @type {Record<string, string>} */
const typeOfEnding = {
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  mov: 'video/quicktime',
  qt: 'video/quicktime',
  avi: 'video/x-msvideo',
  mkv: 'video/x-matroska',
  webm: 'video/webm',
}

/** The content type for a name; what the system says where the name says nothing. @param {string} name @param {string} [type] */
export const uploadTypeOf = (name, type = '') =>
  typeOfEnding[/\.(\w{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? ''] ?? (type || 'application/octet-stream')
