import type { Logger } from 'pino'
import { type Db, isDatabaseUnavailable } from '../../platform/database/database.ts'
import { startTicker } from '../../platform/schedule/ticker.ts'
import type { Sessions } from '../counting/sessions.ts'
import { createViewerCounts } from './current-viewers.ts'
import { PlayBatch } from './play-batch.ts'
import { storeBatch } from './store-batch.ts'

const everyMs = 5000
/** A batch that fails this often for another reason than a lost database is dropped, so that it does not hold up all later ones. */
const maxTries = 5

/** Collects counters in this process and stores them every few seconds. A process that is killed loses those of the last seconds. */
export function createPlayStore(db: Db, sessions: Sessions, log: Logger) {
  const viewerCounts = createViewerCounts(db)
  let current = new PlayBatch()
  let waiting: PlayBatch | undefined
  let tries = 0
  let running: Promise<void> | undefined

  const storeWaiting = async () => {
    if (!waiting && !current.isEmpty) {
      waiting = current
      current = new PlayBatch()
    }
    if (!waiting) return
    try {
      await storeBatch(db, waiting)
    } catch (error) {
      tries += 1
      const isDropped = tries >= maxTries && !isDatabaseUnavailable(error)
      log.warn({ err: error, tries, isDropped }, 'play counters could not be stored')
      if (!isDropped) return
    }
    waiting = undefined
    tries = 0
  }
  const storeAll = async () => {
    await storeWaiting()
    await viewerCounts.store(sessions.countWatching()).catch((error) => log.warn({ err: error }, 'viewer counts could not be stored'))
  }
  /** Calls at the same time share one run. */
  const run = (): Promise<void> => {
    running ??= storeAll().finally(() => {
      running = undefined
    })
    return running
  }
  const ticker = startTicker(everyMs, run)

  return {
    batch: () => current,

    /** Stores what was counted before this call. */
    async flush(): Promise<void> {
      await running
      await run()
    },

    async stop(): Promise<void> {
      await ticker.stop()
      await running
      await run()
      // The first run may have stored a batch that was left over.
      if (!waiting) await storeWaiting()
      await viewerCounts.leave().catch(() => {})
    },
  }
}
