import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../platform/storage/storage.ts'

/** A worker that has made one part of a video is likely to make another. */
const keptMs = 60_000

interface Copy {
  folder: string
  path: Promise<string>
  users: number
  timer: NodeJS.Timeout | undefined
}

export interface SourceCache {
  /** The object as a file on this machine, for as long as `use` runs. */
  use<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Originals as files. Where storage is elsewhere, an original is fetched once for all parts that are made here, and kept for a while. */
export function createSourceCache(storage: Storage, scratch: string): SourceCache {
  const copies = new Map<string, Copy>()

  const drop = async (key: string, copy: Copy): Promise<void> => {
    if (copies.get(key) === copy) copies.delete(key)
    clearTimeout(copy.timer)
    await copy.path.catch(() => {})
    await rm(copy.folder, { recursive: true, force: true })
  }

  const fetchCopy = (key: string): Copy => {
    // Folders that end in the id of the process are swept when it was killed.
    const folder = join(scratch, `source-${randomUUID()}-${process.pid}`)
    const fetched = async (): Promise<string> => {
      const object = await storage.get(key)
      if (!object) throw new Error('The original of this video is gone from storage.')
      await mkdir(folder, { recursive: true })
      const path = join(folder, 'original')
      await pipeline(object.stream, createWriteStream(path))
      return path
    }
    const copy: Copy = { folder, path: fetched(), users: 0, timer: undefined }
    copies.set(key, copy)
    return copy
  }

  return {
    async use(key, use) {
      const local = storage.localPath(key)
      if (local) return use(local)
      const copy = copies.get(key) ?? fetchCopy(key)
      copy.users += 1
      clearTimeout(copy.timer)
      let keptFor = keptMs
      try {
        return await use(
          await copy.path.catch((error) => {
            keptFor = 0
            throw error
          }),
        )
      } finally {
        copy.users -= 1
        if (copy.users === 0) {
          copy.timer = setTimeout(() => void drop(key, copy).catch(() => {}), keptFor)
          copy.timer.unref()
        }
      }
    },
    async close() {
      await Promise.all([...copies].map(([key, copy]) => drop(key, copy)))
    },
  }
}
