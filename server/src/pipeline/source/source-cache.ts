import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolderName } from '../../platform/scratch/scratch-names.ts'
import { copyToFile } from '../../platform/storage/copy-to-file.ts'
import type { Storage } from '../../platform/storage/storage.ts'

/** A worker that has encoded one part of a video is likely to get another. */
const idleMs = 60_000

interface Copy {
  folder: string
  path: Promise<string>
  userCount: number
  timer: NodeJS.Timeout | undefined
}

export interface SourceCache {
  /** Calls `use` with the object as a file on this machine. */
  use<Result>(key: string, use: (path: string) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

/** Originals as files. From remote storage an original is copied once for all parts that are encoded here, and kept until it is idle. */
export function createSourceCache(storage: Storage, scratch: string): SourceCache {
  const copies = new Map<string, Copy>()
  const closing = new AbortController()

  const drop = async (key: string, copy: Copy): Promise<void> => {
    if (copies.get(key) === copy) copies.delete(key)
    clearTimeout(copy.timer)
    await copy.path.catch(() => {})
    await rm(copy.folder, { recursive: true, force: true })
  }

  const startCopy = (key: string): Copy => {
    const folder = join(scratch, temporaryFolderName('source'))
    const fetchOriginal = async (): Promise<string> => {
      await mkdir(folder, { recursive: true })
      const path = join(folder, 'original')
      if (!(await copyToFile(storage, key, path, { signal: closing.signal }))) {
        throw new Error('The original of this video is not in storage any more.')
      }
      return path
    }
    const copy: Copy = { folder, path: fetchOriginal(), userCount: 0, timer: undefined }
    copies.set(key, copy)
    return copy
  }

  return {
    async use(key, use) {
      const local = storage.localPath(key)
      if (local) return use(local)
      const copy = copies.get(key) ?? startCopy(key)
      copy.userCount += 1
      clearTimeout(copy.timer)
      let dropAfterMs = idleMs
      try {
        return await use(
          await copy.path.catch((error) => {
            dropAfterMs = 0
            throw error
          }),
        )
      } finally {
        copy.userCount -= 1
        if (copy.userCount === 0) {
          copy.timer = setTimeout(() => void drop(key, copy).catch(() => {}), dropAfterMs)
          copy.timer.unref()
        }
      }
    },
    async close() {
      closing.abort(new Error('The worker stops.'))
      await Promise.all([...copies].map(([key, copy]) => drop(key, copy)))
    },
  }
}
