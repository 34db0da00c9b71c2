import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import { type Storage, StorageUnavailable } from '../platform/storage/storage.ts'
import { privateDataOf } from './private-data-of-object.ts'

interface OriginalsDeps {
  db: Db
  storage: Storage
  log: Logger
  /** Called when others may see more of a video than before. */
  onVideoChange: () => void
}

/** Copies are large; more at once would only slow each other down. */
const maxAtOnce = 2
/** How long one round of the task may begin new work, and how many videos it picks from. */
const budgetMs = 2000
const batch = 100

/**
 * Decides what others than the owner and admins get as a video's original: the file itself when there is nothing private in it, otherwise a
 * copy without that beside it, or nothing while that is not known. The row is written last, so a crash leaves a video that is
 * looked at again.
 */
export function createOriginals({ db, storage, log, onVideoChange }: OriginalsDeps) {
  const running = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let active = 0
  let isStopped = false

  const look = async (id: string): Promise<void> => {
    const video = await db
      .selectFrom('videos')
      .select(['original_key', 'original_mime'])
      .where('id', '=', id)
      .where('shared_checked_at', 'is', null)
      .executeTakeFirst()
    if (!video?.original_key || !video.original_mime) return
    const key = video.original_key
    const object = await storage.head(key)
    const patches = object && (await privateDataOf(storage, object))
    if (!object || !patches) return write(id, key, null)
    if (patches.length === 0) return write(id, key, { key, bytes: 0 })
    const copy = `videos/${id}/shared/${key.split('/').at(-1)}`
    const isCopied = await storage.copyPatched(object, copy, patches)
    await write(id, key, isCopied ? { key: copy, bytes: object.size } : null)
  }

  const write = async (id: string, original: string, shared: { key: string; bytes: number } | null): Promise<void> => {
    const { numUpdatedRows } = await db
      .updateTable('videos')
      .set({ shared_key: shared?.key ?? null, shared_bytes: shared?.bytes ?? 0, shared_checked_at: new Date() })
      .where('id', '=', id)
      .where('original_key', '=', original)
      .executeTakeFirst()
    if (numUpdatedRows > 0n) onVideoChange()
    // Deleted meanwhile, and what removes its files may have been here already.
    else if (shared && shared.bytes > 0) await storage.delete(shared.key)
  }

  const inTurn = async (id: string): Promise<void> => {
    if (active >= maxAtOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else active += 1
    try {
      if (!isStopped) await look(id)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    }
  }

  const prepare = (id: string): Promise<void> => {
    const begun = running.get(id) ?? inTurn(id).finally(() => running.delete(id))
    running.set(id, begun)
    return begun
  }

  /** A video whose original cannot be looked at is not given out, so that it does not hold up the others for ever. */
  const prepareOrWithhold = async (id: string): Promise<void> => {
    try {
      await prepare(id)
    } catch (error) {
      if (error instanceof StorageUnavailable) throw error
      log.warn({ err: error, videoId: id }, 'original could not be checked for private data, withholding it')
      await db.updateTable('videos').set({ shared_checked_at: new Date() }).where('id', '=', id).execute()
    }
  }

  return {
    /** Does it now, and once, however many ask. It never fails: what does not work now the task does later. */
    prepare: (id: string): Promise<void> =>
      prepare(id).catch((error) => log.warn({ err: error, videoId: id }, 'original could not be prepared for sharing, retrying later')),

    /** Videos that were made before anybody looked, and those whose process was killed on the way. */
    task: {
      name: 'check originals for private data',
      run: async () => {
        const until = Date.now() + budgetMs
        // In any order, since every worker does this.
        const { rows } = await sql<{ id: string }>`
          select id from (
            select id from videos where shared_checked_at is null and original_mime is not null
              and created_at < now() - interval '1 minute' order by id limit ${batch}
          ) unchecked order by random()`.execute(db)
        for (const { id } of rows) {
          if (isStopped || Date.now() > until) break
          await prepareOrWithhold(id)
        }
        return false
      },
    },

    async stop(): Promise<void> {
      isStopped = true
      await Promise.allSettled(running.values())
    },
  }
}
