import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface Inventory {
  at: Date
  files: number
  bytes: number
  prefixes: { name: string; files: number; bytes: number }[]
}

/** A count that takes longer goes on in the background while the page shows the last one. */
const maxWaitMs = 150
/** After a slow count the next one waits 20 times as long, so that counting takes at most 5 % of the time. */
const pauseFactor = 20

/**
 * The number and size of all stored files. A small storage is counted for each request; for a large one the last count is shown,
 * with its time, while the next one runs.
 */
export function createInventory(db: Db, storage: Storage) {
  let counting: Promise<Inventory> | undefined

  const last = async (): Promise<(Inventory & { tookMs: number }) | undefined> => {
    const row = await db.selectFrom('storage_readings').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
    return row && { at: row.at, tookMs: row.took_ms, files: Number(row.files), bytes: Number(row.bytes), prefixes: row.prefixes }
  }

  /** Only slow counts are stored, and those that replace a stored one. */
  const count = async (replacesStored: boolean): Promise<Inventory> => {
    const at = new Date()
    const begin = performance.now()
    const prefixes = new Map<string, { name: string; files: number; bytes: number }>()
    for await (const { key, size } of storage.list('')) {
      const name = key.split('/', 1)[0] ?? ''
      const sum = prefixes.get(name) ?? { name, files: 0, bytes: 0 }
      prefixes.set(name, { name, files: sum.files + 1, bytes: sum.bytes + size })
    }
    const sums = [...prefixes.values()].sort((a, b) => b.bytes - a.bytes)
    const total = (of: 'files' | 'bytes') => sums.reduce((sum, each) => sum + each[of], 0)
    const inventory = { at, files: total('files'), bytes: total('bytes'), prefixes: sums }
    const took_ms = Math.round(performance.now() - begin)
    if (!replacesStored && took_ms <= maxWaitMs) return inventory
    await db
      .insertInto('storage_readings')
      .values({ at, took_ms, files: inventory.files, bytes: inventory.bytes, prefixes: JSON.stringify(sums) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql`delete from storage_readings where at < ${at}`.execute(db)
    return inventory
  }

  const start = (replacesStored: boolean): Promise<Inventory> => {
    counting ??= count(replacesStored).finally(() => {
      counting = undefined
    })
    return counting
  }

  return {
    async read(): Promise<Inventory> {
      const known = await last()
      const isPaused = known && Date.now() - known.at.getTime() < known.tookMs * pauseFactor && known.tookMs > maxWaitMs
      if (isPaused) return known
      const next = start(known !== undefined)
      if (!known) return next
      // A failure of a count that is too late for this request is reported by the next one.
      next.catch(() => {})
      return Promise.race([next, after(maxWaitMs).then(() => known)])
    },
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
