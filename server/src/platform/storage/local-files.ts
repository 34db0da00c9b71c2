import type { Stats } from 'node:fs'
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ContentHash } from '../content/content-hash.ts'
import { errorCode } from '../error-code.ts'
import { SizeLimit } from './size-limit.ts'
import type { StoredObject } from './storage.ts'

/** Writes and syncs: a file must not get its name before its bytes survive a power cut. Returns the size, and closes the file. */
export async function writeAll(
  file: FileHandle,
  body: NodeJS.ReadableStream,
  { maxBytes = Number.POSITIVE_INFINITY, signal, hash }: { maxBytes?: number; signal?: AbortSignal; hash?: ContentHash },
): Promise<number> {
  const counter = new SizeLimit(maxBytes)
  try {
    await pipeline(body, counter, (chunks: AsyncIterable<Buffer>) => writeInto(file, chunks, hash), { ...(signal && { signal }) })
    await file.sync()
    return counter.byteCount
  } finally {
    await file.close()
  }
}

/** Not a write stream, which would close the handle before the sync. */
async function writeInto(file: FileHandle, chunks: AsyncIterable<Buffer>, hash: ContentHash | undefined): Promise<void> {
  for await (const chunk of chunks) {
    await file.writeFile(chunk)
    hash?.update(chunk)
  }
}

/** Moves a file to its path and syncs every folder up to the root. */
export async function putInPlace(temporary: string, path: string, root: string): Promise<void> {
  const folder = dirname(path)
  for (let attempt = 0; ; attempt += 1) {
    try {
      await mkdir(folder, { recursive: true })
      await rename(temporary, path)
      break
    } catch (error) {
      // A concurrent delete may have removed the folder while it was empty.
      if (attempt === 50 || errorCode(error) !== 'ENOENT') throw error
    }
  }
  for (let parent = folder; parent.startsWith(root); parent = dirname(parent)) await syncFolder(parent)
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(ignoreMissing)
  try {
    await handle?.sync()
  } finally {
    await handle?.close()
  }
}

export async function deleteEmptyFolders(folder: string, root: string): Promise<void> {
  for (let path = folder; path !== root && path.startsWith(root); path = dirname(path)) {
    const isDeleted = await rmdir(path).then(
      () => true,
      () => false,
    )
    if (!isDeleted) return
  }
}

export async function* filesBelow(folder: string): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(ignoreMissing)
  if (!entries) return
  for await (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Deletes files to which nothing was written since that moment: a killed process was receiving them. */
export async function sweepIncoming(incoming: string, since: number): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name)
    const info = await stat(path).catch(ignoreMissing)
    if (info && info.mtimeMs < since) await rm(path, { recursive: true, force: true })
  }
}

export const describeFile = (key: string, info: Stats): StoredObject => ({
  key,
  size: info.size,
  modifiedAt: info.mtime,
  etag: `"${info.ino.toString(36)}-${info.size.toString(36)}-${Math.round(info.mtimeMs * 1000).toString(36)}"`,
})

/** For `.catch`. */
export function ignoreMissing(error: unknown): undefined {
  if (['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '')) return undefined
  throw error
}

/** For `.catch`. A folder is not an object: unlink fails with EISDIR, or EPERM on macOS. */
export function ignoreNoFile(error: unknown): undefined {
  if (!['EISDIR', 'EPERM'].includes(errorCode(error) ?? '')) ignoreMissing(error)
}
