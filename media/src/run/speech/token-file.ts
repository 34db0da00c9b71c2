import { access, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { tokenLines } from '../../speech/token-lines.ts'

/** Raised when the content changes, because files of an earlier version stay. */
const fileName = 'moonshine-tokens-1.txt'

/** The vocabulary file of Moonshine, which is made at the first use. Several processes may make it at once. */
export async function moonshineTokenFile(folder: string): Promise<string> {
  const path = join(folder, fileName)
  try {
    await access(path)
    return path
  } catch {
    await mkdir(folder, { recursive: true })
  }
  const { default: tokenizer } = await import('llama-tokenizer-js')
  const partial = join(folder, `${fileName}.${process.pid}.partial`)
  try {
    await writeFile(partial, tokenLines(tokenizer.vocabById))
    await rename(partial, path)
  } finally {
    await rm(partial, { force: true })
  }
  return path
}
