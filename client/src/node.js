import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { uploadTypeOf } from './upload/upload-type.js'

export { uploadTypeOf }

/** Each read is a turn of another thread, so fewer and larger ones. */
const readBytes = 1024 * 1024

/** A file on this machine, to upload it. Nothing of it is read before that. @param {string} path @returns {Promise<import('./types.js').NamedSource>} */
export async function openFile(path) {
  const { size } = await stat(path)
  const name = basename(path)
  const read = (/** @type {number} */ start, /** @type {number} */ end) =>
    createReadStream(path, { start, end: end - 1, highWaterMark: readBytes })
  return { name, size, type: uploadTypeOf(name), read }
}
