import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileStore } from '@tus/file-store'
import type { DataStore } from '@tus/server'
import type { Storage } from './storage.ts'

/** Collects the chunks of resumable uploads. */
export interface ResumableStore {
  datastore: DataStore
  /** Moves a complete upload to its key; false when it is not complete. Idempotent. */
  finish(id: string, key: string): Promise<boolean>
  /** Deletes what has arrived of an upload. */
  remove(id: string): Promise<void>
  /** Every upload of which something has arrived, and when that last changed. */
  list(): AsyncIterable<{ id: string; modifiedAt: Date }>
}

/** The id in the name of a chunk, or of the information file beside it. */
export const idOfChunk = (name: string): string | undefined => /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\.\w+)?$/.exec(name)?.[1]

/** So much is collected for one write while the previous one runs. */
const writeBytes = 1024 * 1024

/** The library's store, with fewer and larger writes. */
class LocalChunkStore extends FileStore {
  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    const file = await open(join(this.directory, id), 'r+')
    const writer = new FileWriter(file, offset)
    try {
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

  constructor(file: FileHandle, position: number) {
    super({ highWaterMark: writeBytes })
    this.file = file
    this.position = position
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.writeAll([chunk]).then(() => done(), done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.writeAll(chunks.map(({ chunk }) => chunk)).then(() => done(), done)
  }

  private async writeAll(chunks: Buffer[]): Promise<void> {
    const { bytesWritten } = await this.file.writev(chunks, this.position)
    this.position += bytesWritten
    const size = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    // A disk that is nearly full may take less than it was given.
    if (bytesWritten < size) await this.writeAll([Buffer.concat(chunks).subarray(bytesWritten)])
  }
}

export function openLocalResumableStore(folder: string, storage: Storage): ResumableStore {
  const datastore = new LocalChunkStore({ directory: folder })
  const notes = (id: string) => rm(join(folder, `${id}.json`), { force: true })
  return {
    datastore,
    async finish(id, key) {
      await storage.putFile(key, join(folder, id)).catch(async (error) => {
        if (!(await storage.head(key))) throw error
      })
      await notes(id)
      return true
    },
    async remove(id) {
      await rm(join(folder, id), { force: true })
      await notes(id)
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
