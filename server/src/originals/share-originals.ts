import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Db } from '../platform/database/database.ts'
import { type Storage, StorageUnavailable } from '../platform/storage/storage.ts'
import { privateDataOf } from './private-data-of-object.ts'

interface OriginalsDeps {
  db: Db
  storage: Storage
  log: Logger
  /** Called when more of a video may be shared than before. */
  onVideoChange: () => void
}

/** Copies are large; more of them would only slow each other down. */
const maxRunning = 2
/** How long one run of the task may start new checks, and the number of videos it chooses from. */
const budgetMs = 2000
const batchSize = 100

/**
 * Decides what viewers get as the original of a video: the file itself if it has no private data, otherwise a copy without it, or
 * nothing as long as that is not known. The row is written last, so that after a crash the video is checked again.
 */
export function createOriginals(deps: OriginalsDeps) {
  const { db, log } = deps
  const running = new Map<string, Promise<void>>()
  const waiting: (() => void)[] = []
  let active = 0
  let isStopped = false

  const runLimited = async (id: string): Promise<void> => {
    if (active >= maxRunning) await new Promise<void>((resolve) => waiting.push(resolve))
    else active += 1
    try {
      if (!isStopped) await shareOriginal(deps, id)
    } finally {
      const next = waiting.shift()
      if (next) next()
      else active -= 1
    }
  }

  const prepare = (id: string): Promise<void> => {
    const started = running.get(id) ?? runLimited(id).finally(() => running.delete(id))
    running.set(id, started)
    return started
  }

  /** An original that cannot be checked is not shared, so that it does not block the others forever. */
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
    /** Concurrent calls for one video share the work. Never fails: the task tries again later. */
    prepare: (id: string): Promise<void> =>
      prepare(id).catch((error) => log.warn({ err: error, videoId: id }, 'original could not be prepared for sharing, retrying later')),

    /** Checks videos from before this check existed, and those whose process was killed. */
    task: {
      name: 'check originals for private data',
      run: async () => {
        const deadline = Date.now() + budgetMs
        for (const id of await findUnchecked(db)) {
          if (isStopped || Date.now() > deadline) break
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

/** In random order, because every worker runs the task. */
async function findUnchecked(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select id from videos where shared_checked_at is null and original_mime is not null
        and created_at < now() - interval '1 minute' order by id limit ${batchSize}
    ) unchecked order by random()`.execute(db)
  return rows.map(({ id }) => id)
}

/** Checks one original, and makes the copy if it has private data. */
async function shareOriginal(deps: OriginalsDeps, id: string): Promise<void> {
  const { db, storage } = deps
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
  if (!object || !patches) return storeResult(deps, id, key, null)
  if (patches.length === 0) return storeResult(deps, id, key, { key, bytes: 0 })
  // Named like the original in its own folder: the copy of a file that was replaced may still be waiting for its deletion.
  const copy = `videos/${id}/shared/${key.split('/').slice(3).join('/')}`
  const isCopied = await storage.copyPatched(object, copy, patches)
  await storeResult(deps, id, key, isCopied ? { key: copy, bytes: object.size } : null)
}

async function storeResult(
  { db, storage, onVideoChange }: OriginalsDeps,
  id: string,
  original: string,
  shared: { key: string; bytes: number } | null,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('videos')
    .set({ shared_key: shared?.key ?? null, shared_bytes: shared?.bytes ?? 0, shared_checked_at: new Date() })
    .where('id', '=', id)
    .where('original_key', '=', original)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) onVideoChange()
  // The video was deleted meanwhile, and its files may have been removed before the copy was complete.
  else if (shared && shared.bytes > 0) await storage.delete(shared.key)
}
