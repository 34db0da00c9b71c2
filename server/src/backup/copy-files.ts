import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyToFile } from '../platform/storage/copy-to-file.ts'
import type { Storage } from '../platform/storage/storage.ts'
import { filePath, type NamedFile, parseNamedFile } from './manifest.ts'
import { readLines } from './row-files.ts'

const maxParallelCopies = 4

export interface Copied {
  count: number
  bytes: number
  /** Needed files that are missing. */
  absent: string[]
}

/**
 * Copies the files of the list into the backup. A stored file never changes, so one that an earlier backup copied is kept. Each copy
 * gets its final name when it is complete.
 */
export async function copyOut(storage: Storage, folder: string, list: string): Promise<Copied> {
  const copied: Copied = { count: 0, bytes: 0, absent: [] }
  await inParallel(list, async ({ key, size, isNeeded }) => {
    const path = filePath(folder, key)
    const known = await sizeOf(path)
    const copiedBytes = known !== undefined && (size === null || known === size) ? known : await fetchOne(storage, key, path)
    if (copiedBytes !== undefined) {
      copied.count += 1
      copied.bytes += copiedBytes
    } else if (isNeeded) copied.absent.push(key)
  })
  return copied
}

async function fetchOne(storage: Storage, key: string, path: string): Promise<number | undefined> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const partial = `${path}.part`
  if (!(await copyToFile(storage, key, partial, { file: { flush: true, mode: 0o600 } }))) return undefined
  await rename(partial, path)
  return sizeOf(path)
}

/** Copies every file of the backup into the storage. Files of an interrupted restore are kept. */
export async function copyIn(storage: Storage, folder: string, list: string): Promise<Copied> {
  const copied: Copied = { count: 0, bytes: 0, absent: [] }
  await inParallel(list, async ({ key, isNeeded }) => {
    const path = filePath(folder, key)
    const size = await sizeOf(path)
    if (size === undefined) {
      if (isNeeded) copied.absent.push(key)
      return
    }
    if ((await storage.head(key))?.size !== size) await storage.put(key, createReadStream(path))
    copied.count += 1
    copied.bytes += size
  })
  return copied
}

/** Needed files that are missing in the storage, or have another size than their row. */
export async function findAbsent(storage: Storage, list: string): Promise<string[]> {
  const absent: string[] = []
  await inParallel(list, async ({ key, size, isNeeded }) => {
    if (!isNeeded) return
    const found = await storage.head(key)
    if (!found || (size !== null && found.size !== size)) absent.push(key)
  })
  return absent
}

/** Removes files that no row refers to any more. */
export async function removeUnused(folder: string, list: string): Promise<void> {
  const named = new Set<string>()
  for await (const line of readLines(list)) named.add(filePath(folder, parseNamedFile(line).key))
  const root = join(folder, 'files')
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !named.has(path)) await rm(path)
  }
}

async function inParallel(list: string, work: (file: NamedFile) => Promise<void>): Promise<void> {
  const lines = readLines(list)
  const next = async () => {
    for (let line = await lines.next(); !line.done; line = await lines.next()) await work(parseNamedFile(line.value))
  }
  await Promise.all(Array.from({ length: maxParallelCopies }, next))
}

async function sizeOf(path: string): Promise<number | undefined> {
  const info = await stat(path).catch(() => undefined)
  return info?.isFile() ? info.size : undefined
}
