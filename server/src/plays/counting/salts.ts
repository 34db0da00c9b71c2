import { randomBytes } from 'node:crypto'
import { playRules } from '@video-forge/contract/rules/play-rules'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

export interface Salts {
  /** The day in UTC that the salt is for. */
  day: string
  today: Buffer
  /** Yesterday's, as long as a person who was counted with it must not be counted again. */
  yesterday: Buffer | undefined
}

const dayMs = 86_400_000
const windowMs = playRules.viewHours * 3_600_000

const dayOf = (moment: number): string => new Date(moment).toISOString().slice(0, 10)

/**
 * The salt of the day, which all processes share. It is random and deleted soon after its day, so that afterwards nobody can find out whose hash
 * a hash was.
 */
export function createSalts(db: Db, now: () => number = Date.now): () => Promise<Salts> {
  let loaded: { from: number; until: number; salts: Promise<Salts> } | undefined

  const load = async (day: string, before: string | undefined): Promise<Salts> => {
    await sql`insert into play_salts (day, salt) values (${day}, ${randomBytes(32)}) on conflict do nothing`.execute(db)
    const { rows } = await sql<{ day: string; salt: Buffer }>`
      select day::text, salt from play_salts where day = any(${[day, before ?? day]}::date[])`.execute(db)
    const saltOf = (wanted: string | undefined) => rows.find((row) => row.day === wanted)?.salt
    const today = saltOf(day)
    if (!today) throw new Error('The salt of the day is missing.')
    return { day, today, yesterday: saltOf(before) }
  }

  return () => {
    const moment = now()
    if (loaded && moment >= loaded.from && moment < loaded.until) return loaded.salts
    const day = dayOf(moment)
    const before = dayOf(moment - windowMs)
    const salts = load(day, before === day ? undefined : before)
    // Until the salt of yesterday is not needed any more, or the day ends.
    const midnight = Date.parse(day)
    const [from, until] = before === day ? [midnight + windowMs, midnight + dayMs] : [midnight, midnight + windowMs]
    loaded = { from, until, salts }
    salts.catch(() => {
      if (loaded?.salts === salts) loaded = undefined
    })
    return salts
  }
}

/** Deletes salts that nobody needs any more. */
export async function deleteOldSalts(db: Db): Promise<void> {
  await sql`
    delete from play_salts where day < ((now() - make_interval(hours => ${playRules.viewHours})) at time zone 'utc')::date`.execute(db)
}
