import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { uploadTypeOf } from './upload/upload-type.js'

export { uploadTypeOf }

/** A file on this machine, to upload it. Nothing of it is read before that. @param {string} path @returns {Promise<import('./types.js').NamedSource>} */
export async function openFile(path) {
  const { size } = await stat(path)
  const name = basename(path)
  return { name, size, type: uploadTypeOf(name), open: () => createReadStream(path) }
}
