import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyToFile } from './copy-to-file.ts'
import type { Storage } from './storage.ts'

/** How long a copy may take: whoever waits for it has given up by then. */
const mostMs = 120_000

/**
 * Lends an object as a file on this machine, to programs that read nothing else. Where storage is elsewhere it is a copy that is
 * gone afterwards; its folder bears the id of this process, so what a killed one leaves is swept. Undefined when there is no such object. With
 * a tag, no other object is copied than that: ObjectReplaced.
 */
export async function withLocalFile<Result>(
  storage: Storage,
  key: string,
  scratch: string,
  use: (path: string) => Promise<Result>,
  etag?: string,
): Promise<Result | undefined> {
  const path = storage.localPath(key)
  if (path) return use(path)
  const folder = join(scratch, `look-${randomUUID()}-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    const copy = join(folder, 'object')
    if (!(await copyToFile(storage, key, copy, AbortSignal.timeout(mostMs), etag))) return undefined
    return await use(copy)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
