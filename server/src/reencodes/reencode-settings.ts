import { defaultReencodeSettings, type ReencodeSettings } from '@video-forge/contract/rules/reencode-rules'
import type { Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** What the admins have set, or the defaults. */
export async function readReencodeSettings(db: Db): Promise<ReencodeSettings> {
  const row = await db
    .selectFrom('reencode_settings')
    .select(['mode', 'min_plays as minPlays', 'from_hour as fromHour', 'to_hour as toHour', 'cpu_share as cpuShare'])
    .executeTakeFirst()
  return row ?? defaultReencodeSettings
}

export async function writeReencodeSettings(transaction: Transaction<Tables>, settings: ReencodeSettings): Promise<void> {
  const { mode, minPlays: min_plays, fromHour: from_hour, toHour: to_hour, cpuShare: cpu_share } = settings
  const values = { mode, min_plays, from_hour, to_hour, cpu_share }
  await transaction
    .insertInto('reencode_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}
