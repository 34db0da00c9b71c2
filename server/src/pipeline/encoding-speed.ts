import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { EncodingSpeed } from './ledger.ts'

/** So few that what people send now counts more than what they sent once, and so many that one odd job does not count. */
const remembered = 9
/** What lies outside was not measured. */
const [least, most] = [0.05, 50]

/**
 * CPU seconds that jobs take on this machine for each that is planned for them. CPU time and not the clock's, because the next job has
 * other neighbours. The middle one of the last few is what is expected of the next; on a machine that has not worked yet, what the
 * others take is the best guess.
 */
export function createEncodingSpeed(db: Db, host: string): EncodingSpeed {
  const newestOf = (where: ReturnType<typeof sql>) =>
    sql`select pace from machine_paces where ${where} order by at desc limit ${remembered}`

  return {
    async now(): Promise<number> {
      const { rows } = await sql<{ own: number | null; any: number | null }>`
        select
          (select percentile_cont(0.5) within group (order by pace) from (${newestOf(sql`host = ${host}`)}) newest) as own,
          (select percentile_cont(0.5) within group (order by pace) from (${newestOf(sql`true`)}) newest) as any`.execute(db)
      return rows[0]?.own ?? rows[0]?.any ?? 1
    },

    async remember(encodingSpeed: number): Promise<void> {
      if (!(encodingSpeed >= least && encodingSpeed <= most)) return
      await db.insertInto('machine_paces').values({ host, pace: encodingSpeed }).execute()
      await sql`
        delete from machine_paces where host = ${host} and at < (
          select min(at) from (select at from machine_paces where host = ${host} order by at desc limit ${remembered}) newest
        )`.execute(db)
    },
  }
}
