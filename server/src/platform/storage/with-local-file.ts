import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolderName } from '../scratch/scratch-names.ts'
import { type CopyOptions, copyToFile } from './copy-to-file.ts'
import type { Storage } from './storage.ts'

/** The request that waits for the copy has timed out by then. */
const timeoutMs = 120_000

/**
 * Calls `use` with an object as a file on this machine, for programs that read nothing else: the object itself, or a copy that is deleted
 * afterwards. Undefined when there is no such object; ObjectReplaced when it has another tag than the given one. Only
 * a copy is hashed: nothing is read for that alone.
 */
export async function withLocalFile<Result>(
  storage: Storage,
  key: string,
  scratch: string,
  use: (path: string) => Promise<Result>,
  { etag, hash }: Pick<CopyOptions, 'etag' | 'hash'> = {},
): Promise<Result | undefined> {
  const path = storage.localPath(key)
  if (path) return use(path)
  const folder = join(scratch, temporaryFolderName('inspect'))
  try {
    await mkdir(folder, { recursive: true })
    const copy = join(folder, 'object')
    if (!(await copyToFile(storage, key, copy, { timeoutMs, etag, hash }))) return undefined
    return await use(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
