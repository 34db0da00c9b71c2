import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { DataStore } from '@tus/server'
import { continueHash, type GrowingFileHash } from '../content/growing-file-hash.ts'
import { ignoreMissing } from './local-files.ts'
import type { Storage } from './storage.ts'

/** Collects the chunks of resumable uploads. */
export interface ResumableStore {
  datastore: DataStore
  /** Moves a complete upload to its key; undefined when it is not complete. Idempotent. */
  finish(id: string, key: string): Promise<FinishedUpload | undefined>
  /** Deletes what has arrived of an upload. */
  remove(id: string): Promise<void>
  /** Every upload of which something has arrived, and when that last changed. */
  list(): AsyncIterable<{ id: string; modifiedAt: Date }>
}

interface FinishedUpload {
  /** Undefined where it is computed later, or cannot be known any more. */
  contentHash: Buffer | undefined
}

/** The id in the name of a chunk, or of the information file beside it. */
export const idOfChunk = (name: string): string | undefined => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\w+)?$/.exec(name)?.[1]

/** So much is collected for one write while the previous one runs. */
const writeBytes = 1024 * 1024

/** The hashes of the finished blocks of an upload. */
const blocksFile = (path: string): string => `${path}.blocks`

/** The library's store, with fewer and larger writes, which are hashed as well. */
class LocalChunkStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const path = join(this.directory, id)
    const file = await open(path, 'r+')
    try {
      const writer = new FileWriter(file, offset, await continueHash(file, blocksFile(path), offset))
      await pipeline(readable, writer)
      return writer.position
    } finally {
      await file.close()
    }
  }
}

/** Writes to a file from a position on, all waiting chunks at once. */
class FileWriter extends Writable {
  position: number
  private readonly file: FileHandle
  private readonly hash: GrowingFileHash | undefined

  constructor(file: FileHandle, position: number, hash: GrowingFileHash | undefined) {
    super({ highWaterMark: writeBytes })
    this.file = file
    this.position = position
    this.hash = hash
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.writeHashed([chunk]).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.writeHashed(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  private async writeHashed(chunks: Buffer[]): Promise<void> {
    await this.writeAll(chunks)
    for (const chunk of chunks) await this.hash?.update(chunk)
  }

  private async writeAll(chunks: Buffer[]): Promise<void> {
    const { bytesWritten } = await this.file.writev(chunks, this.position)
    this.position += bytesWritten
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    // A disk that is nearly full may take less than it was given.
    if (bytesWritten < size) await this.writeAll([Buffer.concat(chunks).subarray(bytesWritten)])
  }
}

/** Undefined also when the file was moved already. */
async function hashOfChunks(path: string): Promise<Buffer | undefined> {
  const file = await open(path).catch(ignoreMissing)
  if (!file) return undefined
  try {
    const { size } = await file.stat()
    return (await continueHash(file, blocksFile(path), size))?.digest()
  } finally {
    await file.close()
  }
}

export function openLocalResumableStore(folder: string, storage: Storage): ResumableStore {
  const datastore = new LocalChunkStore({ directory: folder })
  const removeNotes = async (id: string) => {
    for (const path of [join(folder, `${id}.json`), blocksFile(join(folder, id))]) await rm(path, { force: true })
  }
  return {
    datastore,
    async finish(id, key) {
      const contentHash = await hashOfChunks(join(folder, id))
      await storage.putFile(key, join(folder, id)).catch(async (error) => {
        if (!(await storage.head(key))) throw error
      })
      await removeNotes(id)
      return { contentHash }
    },
    async remove(id) {
      await rm(join(folder, id), { force: true })
      await removeNotes(id)
    },
    async *list() {
      for (const name of await readdir(folder).catch(() => [])) {
        const id = idOfChunk(name)
        const info = id && (await stat(join(folder, name)).catch(() => undefined))
        if (id && info) yield { id, modifiedAt: info.mtime }
      }
    },
  }
}
