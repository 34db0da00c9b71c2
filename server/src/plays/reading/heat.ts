import { playRules } from '@video-forge/contract/rules/play-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readCurve } from './read-statistics.ts'

const maxAgeMs = 5 * 60_000
const maxEntries = 1000

/** How much each hundredth of a video is watched compared to the most watched one; null before there are enough plays. */
export function createHeat(db: Db, now: () => number = Date.now) {
  const known = new Map<string, { heat: Promise<number[] | null>; until: number }>()

  const read = async (id: string): Promise<number[] | null> => {
    const curve = await readCurve(db, sql<boolean>`subject = ${id}`)
    const most = Math.max(...curve)
    return most >= playRules.heatPlays ? curve.map((reached) => Math.round((reached / most) * 1000) / 1000) : null
  }

  return (id: string): Promise<number[] | null> => {
    const entry = known.get(id)
    if (entry && entry.until > now()) return entry.heat
    if (known.size >= maxEntries) known.clear()
    const heat = read(id)
    known.set(id, { heat, until: now() + maxAgeMs })
    heat.then(
      // Too few plays may be enough in a moment.
      (value) => value === null && known.delete(id),
      () => known.delete(id),
    )
    return heat
  }
}
