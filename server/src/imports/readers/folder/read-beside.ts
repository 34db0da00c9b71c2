import { readFile, stat } from 'node:fs/promises'
import { decodeDocument } from '../../decode-document.ts'
import { fileInside } from './folder-place.ts'

const maxDetailsBytes = 4 * 1024 * 1024

/** The text of a file below the imported folder; undefined if it cannot be read. */
export async function readBeside(path: string, root: string, maxBytes = maxDetailsBytes): Promise<string | undefined> {
  const real = await fileInside(path, root)
  const state = real === undefined ? undefined : await stat(real).catch(() => undefined)
  if (real === undefined || state === undefined || state.size > maxBytes) return undefined
  const bytes = await readFile(real).catch(() => undefined)
  return bytes && decodeDocument(bytes, undefined)
}
