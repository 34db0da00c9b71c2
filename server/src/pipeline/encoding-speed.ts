import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { EncodingSpeed } from './ledger.ts'

/** Few enough to follow what people send now, and many enough that one odd job does not count. */
const maxRemembered = 9
/** A value outside is a mistake of the measurement. */
const [minSpeed, maxSpeed] = [0.05, 50]

/**
 * The median of the last few jobs on this machine, or of all machines while it has done none. CPU time, because wall time depends on what else
 * runs on the machine.
 */
export function createEncodingSpeed(db: Db, host: string): EncodingSpeed {
  const newestOf = (where: ReturnType<typeof sql>) =>
    sql`select pace from machine_paces where ${where} order by at desc limit ${maxRemembered}`

  return {
    async now(): Promise<number | undefined> {
      const { rows } = await sql<{ own: number | null; any: number | null }>`
        select
          (select percentile_cont(0.5) within group (order by pace) from (${newestOf(sql`host = ${host}`)}) newest) as own,
          (select percentile_cont(0.5) within group (order by pace) from (${newestOf(sql`true`)}) newest) as any`.execute(db)
      return rows[0]?.own ?? rows[0]?.any ?? undefined
    },

    async remember(encodingSpeed: number): Promise<void> {
      if (!(encodingSpeed >= minSpeed && encodingSpeed <= maxSpeed)) return
      await db.insertInto('machine_paces').values({ host, pace: encodingSpeed }).execute()
      await sql`
        delete from machine_paces where host = ${host} and at < (
          select min(at) from (select at from machine_paces where host = ${host} order by at desc limit ${maxRemembered}) newest
        )`.execute(db)
    },
  }
}
