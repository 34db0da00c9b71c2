import type { Patch } from '@video-forge/media/mp4/patch'
import { findPrivateData } from '@video-forge/media/mp4/private-data'
import { Unreadable } from '@video-forge/media/mp4/unreadable'
import { privateDataOfFile } from '@video-forge/media/run/inspect/private-data-of-file'
import { ObjectReplaced, type Storage, type StoredObject } from '../platform/storage/storage.ts'

/** The size of one read from remote storage, so that box headers close to each other cost one request. */
const blockBytes = 256 * 1024

/** What to overwrite in a stored file before it is shared; undefined if that is not known for certain. */
export async function privateDataOf(storage: Storage, object: StoredObject): Promise<Patch[] | undefined> {
  const path = storage.localPath(object.key)
  try {
    return await (path ? privateDataOfFile(path) : findPrivateData(object.size, createReader(storage, object)))
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}

function createReader(storage: Storage, { key, size, etag }: StoredObject) {
  let block = { start: 0, bytes: new Uint8Array() }
  return async (offset: number, length: number): Promise<Uint8Array> => {
    const end = Math.min(size, offset + length)
    if (offset >= end) return new Uint8Array()
    if (offset < block.start || end > block.start + block.bytes.length) {
      const range = { start: offset, end: Math.min(size, Math.max(end, offset + blockBytes)) - 1 }
      const body = await storage.get(key, range)
      if (body?.etag !== etag) throw new ObjectReplaced()
      const chunks: Buffer[] = []
      for await (const chunk of body.stream) chunks.push(Buffer.from(chunk))
      block = { start: offset, bytes: Buffer.concat(chunks) }
    }
    return block.bytes.subarray(offset - block.start, end - block.start)
  }
}
