import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
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

export function openLocalResumableStore(folder: string, storage: Storage): ResumableStore {
  const datastore = new FileStore({ directory: folder })
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
