import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'

export interface Inventory {
  at: Date
  files: number
  bytes: number
  prefixes: { name: string; files: number; bytes: number }[]
}

/** Somebody waits for the page, so a count that takes longer than this goes on behind it. */
const patienceMs = 150
/** A count that was slow is not begun again at once: at most a twentieth of the time goes into counting. */
const restFactor = 20

/**
 * What lies in storage, counted file by file. A small storage is counted anew at each look, so its figures are exact; of a
 * large one people see the last count, with its time, while the next one runs.
 */
export function createInventory(db: Db, storage: Storage) {
  let counting: Promise<Inventory> | undefined

  const last = async (): Promise<(Inventory & { tookMs: number }) | undefined> => {
    const row = await db.selectFrom('storage_readings').selectAll().orderBy('at', 'desc').limit(1).executeTakeFirst()
    return row && { at: row.at, tookMs: row.took_ms, files: Number(row.files), bytes: Number(row.bytes), prefixes: row.prefixes }
  }

  /** Only a count that was too slow for whoever waits is worth writing down, and one that takes the place of such. */
  const count = async (isWritten: boolean): Promise<Inventory> => {
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
    if (!isWritten && took_ms <= patienceMs) return inventory
    await db
      .insertInto('storage_readings')
      .values({ at, took_ms, files: inventory.files, bytes: inventory.bytes, prefixes: JSON.stringify(sums) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await sql`delete from storage_readings where at < ${at}`.execute(db)
    return inventory
  }

  const start = (isWritten: boolean): Promise<Inventory> => {
    counting ??= count(isWritten).finally(() => {
      counting = undefined
    })
    return counting
  }

  return {
    async read(): Promise<Inventory> {
      const known = await last()
      const isResting = known && Date.now() - known.at.getTime() < known.tookMs * restFactor && known.tookMs > patienceMs
      if (isResting) return known
      const next = start(known !== undefined)
      if (!known) return next
      // Whoever is too late to be shown is kept for the next look; that it failed is then told there.
      next.catch(() => {})
      return Promise.race([next, after(patienceMs).then(() => known)])
    },
  }
}

const after = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
