import { outputFormats } from '@video-forge/contract/rules/formats'
import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { MachineLimits } from './machine-limits.ts'

// What becomes of open work without anybody doing a step of it.

/** A step whose worker was killed this often is given up: the video itself may be the cause. */
const maxAttempts = 4

export async function settleWork(db: Db, limits: MachineLimits): Promise<void> {
  await takeFromKilled(db)
  await skipTooLarge(db, limits)
  await skipUseless(db)
}

export const hasMemory = ({ pixels }: MachineLimits) => sql`exists (
  select from assets where assets.id = reencodes.asset_id and coalesce(assets.width * assets.height, 0) <= ${pixels}::float8)`

/** Tallest first. */
export const placeIn = (format: Expression<unknown>) => sql`array_position(${sql.lit(`{${outputFormats.join(',')}}`)}::text[], ${format})`
export const placeOf = (table: string) => placeIn(sql.ref(`${table}.format`))

const tooLarge = 'No worker had enough memory for it within a week.'

/** A machine with little memory leaves what is too large for it to others, who may not exist. */
async function skipTooLarge(db: Db, limits: MachineLimits): Promise<void> {
  await sql`
    update reencodes set status = 'skipped', reason = ${tooLarge}, ended_at = now()
    where status = 'waiting' and lease is null and created_at < now() - interval '7 days' and not ${hasMemory(limits)}`.execute(db)
}

const useless = 'Its tallest quality is not published in AV1, without which players use no other.'

/** Players take AV1 only where they get the tallest quality in it. */
async function skipUseless(db: Db): Promise<void> {
  await sql`
    update reencodes set status = 'skipped', reason = ${useless}, ended_at = now()
    where status = 'waiting' and lease is null and exists (
      select from reencodes as tall where tall.job_id = reencodes.job_id and tall.status in ('not-worth-it', 'skipped', 'failed')
        and not exists (select from reencodes as other where other.job_id = tall.job_id and ${placeOf('other')} < ${placeOf('tall')}))`.execute(
    db,
  )
}

const givenUp = 'The encoder was ended several times.'

/** What a killed worker has left is open again, or given up. */
async function takeFromKilled(db: Db): Promise<void> {
  await sql`update reencode_parts set state = 'waiting', lease = null where state = 'working' and leased_until < now()`.execute(db)
  // With the status, because nearly all rows have ended and only the others are in an index.
  await sql`
    update reencodes set lease = null
    where status in ('waiting', 'running') and lease is not null and leased_until < now()`.execute(db)
  await sql`
    update reencodes set status = 'failed', reason = ${givenUp}, ended_at = now(), lease = null
    where status in ('waiting', 'running') and (
      (lease is null and attempts >= ${maxAttempts}) or exists (
        select from reencode_parts p where p.reencode_id = reencodes.id and p.state = 'waiting' and p.attempts >= ${maxAttempts}))`.execute(
    db,
  )
}
