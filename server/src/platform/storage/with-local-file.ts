import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from './storage.ts'

/** How long a copy may take: whoever waits for it has given up by then. */
const mostMs = 120_000

/**
 * Lends an object as a file on this machine, to programs that read nothing else. Where storage is elsewhere it is a copy that is
 * gone afterwards; its folder bears the id of this process, so what a killed one leaves is swept. Undefined when there is no such object.
 */
export async function withLocalFile<Result>(
  storage: Storage,
  key: string,
  scratch: string,
  use: (path: string) => Promise<Result>,
): Promise<Result | undefined> {
  const path = storage.localPath(key)
  if (path) return use(path)
  const object = await storage.get(key)
  if (!object) return undefined
  const folder = join(scratch, `look-${randomUUID()}-${process.pid}`)
  try {
    await mkdir(folder, { recursive: true })
    const copy = join(folder, 'object')
    await pipeline(object.stream, createWriteStream(copy), { signal: AbortSignal.timeout(mostMs) })
    return await use(copy)
  } finally {
    object.stream.destroy()
    await rm(folder, { recursive: true, force: true })
  }
}
