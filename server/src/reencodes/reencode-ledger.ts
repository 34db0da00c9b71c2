import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { ChosenSettings } from '@video-forge/media/planning/reencode/choose-crf'
import type { FinishedPart } from '@video-forge/media/planning/reencode/part-quality'
import type { ReencodePart } from '@video-forge/media/planning/reencode/reencode-plan'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { newId } from '../platform/database/new-id.ts'
import type { MachineLimits } from './machine-limits.ts'
import { hasMemory, placeIn, placeOf, settleWork } from './settle-work.ts'

// A rendition is made again in three steps, each under a lease of its own: `plan` tries some settings and writes the parts, `part` encodes one
// of them (several workers at once), `join` makes the file and publishes it, or not. A worker that is stopped returns its lease; the lease of
// a killed one ends.

/** Seconds. A worker renews its lease several times in it. */
const leaseSeconds = 30

export interface Work {
  /** Of the re-encode. */
  id: string
  jobId: string
  assetId: string
  format: OutputFormat
  folder: string
  bytesBefore: number
  crf: number | null
  slope: number | null
  isScreen: boolean | null
  retries: number
  lease: string
  /** Of this step so far. */
  spent?: { cpuSeconds: number }
  step: { kind: 'plan' } | { kind: 'join' } | { kind: 'part'; number: number; part: ReencodePart; crf: number | null }
}

const columns = sql`r.id, r.job_id as "jobId", r.asset_id as "assetId", r.format, r.folder, r.bytes_before::float8 as "bytesBefore",
  r.crf, r.slope, r.is_screen as "isScreen", r.retries, r.lease`
const until = sql`now() + make_interval(secs => ${leaseSeconds})`

type Leased = Omit<Work, 'step'>

/** The next step of a re-encode that was begun: what can be finished first, then parts, then new ones. */
export async function leaseWork(db: Db, limits: MachineLimits): Promise<Work | undefined> {
  await settleWork(db, limits)
  return (await leaseStep(db, 'join', limits)) ?? (await leasePart(db, limits)) ?? (await leaseStep(db, 'plan', limits))
}

const isOfStep = {
  plan: sql`status = 'waiting' and not exists (
    select from reencodes as tall where tall.job_id = reencodes.job_id and tall.status in ('waiting', 'running') and ${placeOf('tall')} < ${placeOf('reencodes')})`,
  join: sql`status = 'running' and not exists (select from reencode_parts p where p.reencode_id = reencodes.id and p.state <> 'done')`,
}

/** What was just copied is still here, or was small enough. */
const hasDisk = ({
  copiedBytes,
  copiedJobId,
}: MachineLimits) => sql`(reencodes.job_id = ${copiedJobId ?? null}::uuid or reencodes.bytes_before + coalesce((
  select sum(file_size) from assets where assets.job_id = reencodes.job_id and assets.asset_type = 'ORIGINAL'), 0) <= ${copiedBytes}::float8)`

const fits = (limits: MachineLimits) => sql`${hasMemory(limits)} and ${hasDisk(limits)}`

async function leaseStep(db: Db, kind: 'plan' | 'join', limits: MachineLimits): Promise<Work | undefined> {
  const { rows } = await sql<Leased>`
    update reencodes r set lease = ${newId()}, leased_until = ${until}, attempts = r.attempts + 1
    where r.id = (
      select id from reencodes where lease is null and ${isOfStep[kind]} and ${fits(limits)}
      order by created_at, id limit 1 for update skip locked
    ) returning ${columns}`.execute(db)
  return rows[0] && { ...rows[0], step: { kind } }
}

/** The first part comes last: the first seconds of a video say little about the rest. */
async function leasePart(db: Db, limits: MachineLimits): Promise<Work | undefined> {
  const { rows } = await sql<Leased & { number: number; part: ReencodePart; partCrf: number | null; partLease: string }>`
    update reencode_parts p set state = 'working', lease = ${newId()}, leased_until = ${until}, attempts = p.attempts + 1
    from reencodes r
    where r.id = p.reencode_id and (p.reencode_id, p.number) = (
      select open.reencode_id, open.number from reencode_parts open join reencodes on reencodes.id = open.reencode_id
      where reencodes.status = 'running' and open.state = 'waiting' and ${fits(limits)}
      order by reencodes.created_at, open.reencode_id, open.number = 0, open.number limit 1 for update of open skip locked
    ) returning ${columns}, p.number, p.part, p.crf as "partCrf", p.lease as "partLease"`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const { number, part, partCrf, partLease, ...work } = row
  return { ...work, lease: partLease, step: { kind: 'part', number, part, crf: partCrf } }
}

/** False once the video is gone, or another worker has the step. */
export async function renewLease(db: Db, { id, lease, step }: Work): Promise<boolean> {
  const query =
    step.kind === 'part'
      ? sql`update reencode_parts p set leased_until = ${until} from reencodes r
            where p.reencode_id = ${id} and p.number = ${step.number} and p.lease = ${lease} and r.id = p.reencode_id and r.status = 'running'`
      : sql`update reencodes set leased_until = ${until} where id = ${id} and lease = ${lease}`
  return ((await query.execute(db)).numAffectedRows ?? 0n) > 0n
}

/** For another worker, or for this one later. Not an attempt. */
export async function returnLease(db: Db, { id, lease, step }: Work): Promise<void> {
  if (step.kind === 'part') {
    await sql`
      update reencode_parts set state = 'waiting', lease = null, attempts = attempts - 1
      where reencode_id = ${id} and number = ${step.number} and lease = ${lease}`.execute(db)
  } else await sql`update reencodes set lease = null, attempts = attempts - 1 where id = ${id} and lease = ${lease}`.execute(db)
}

/** Seconds until a step is tried again whose failure was perhaps not a matter of the video. */
const postponedSeconds = 600

/** The step is tried again later; others go on. It stays an attempt, so that a video that always fails is given up. */
export async function postpone(db: Db, { id, lease, step }: Work): Promise<void> {
  const later = sql`now() + make_interval(secs => ${postponedSeconds})`
  if (step.kind === 'part')
    await sql`
      update reencode_parts set leased_until = ${later} where reencode_id = ${id} and number = ${step.number} and lease = ${lease}`.execute(
      db,
    )
  else await sql`update reencodes set leased_until = ${later} where id = ${id} and lease = ${lease}`.execute(db)
}

/** CPU time counts whatever becomes of the work. */
export async function addCpu(db: Db, { id, spent }: Pick<Work, 'id' | 'spent'>, seconds: number): Promise<void> {
  if (spent) spent.cpuSeconds += seconds
  await sql`update reencodes set cpu_seconds = cpu_seconds + ${seconds} where id = ${id}`.execute(db)
}

/** What the next taller quality of the same video needed; undefined if there is none. */
export async function readTaller(db: Db, { jobId, format }: Pick<Work, 'jobId' | 'format'>): Promise<ChosenSettings | undefined> {
  const { rows } = await sql<ChosenSettings>`
    select crf, slope, is_screen as "isScreen" from reencodes
    where job_id = ${jobId} and status = 'published' and crf is not null and slope is not null and is_screen is not null
      and ${placeOf('reencodes')} < ${placeIn(sql`${format}::text`)}
    order by ${placeOf('reencodes')} desc limit 1`.execute(db)
  return rows[0]
}

/** Writes the parts and the chosen settings. */
export async function beginParts(
  db: Db,
  work: Work,
  { crf, slope, isScreen }: ChosenSettings,
  parts: readonly { part: ReencodePart; bytesBefore: number }[],
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reencodes')
      .set({ status: 'running', crf, slope, is_screen: isScreen, attempts: 0, lease: null, leased_until: null })
      .where('id', '=', work.id)
      .where('lease', '=', work.lease)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const rows = parts.map(({ part, bytesBefore }, number) => ({
      ...{ reencode_id: work.id, number, part: JSON.stringify(part), bytes_before: bytesBefore },
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await transaction
        .insertInto('reencode_parts')
        .values(rows.slice(at, at + 500))
        .execute()
    }
  })
}

export interface MadePart {
  key: string
  crf: number
  bytes: number
  frames: number
  ssim: number
  ssimBefore: number
}

/** False when another worker has the part: its file is not needed. */
export async function finishPart(db: Db, { id, lease, step }: Work, made: MadePart): Promise<boolean> {
  if (step.kind !== 'part') return false
  const { ssimBefore: ssim_before, ...values } = made
  const { numUpdatedRows } = await db
    .updateTable('reencode_parts')
    .set({ ...values, ssim_before, state: 'done', lease: null, leased_until: null, attempts: 0 })
    .where('reencode_id', '=', id)
    .where('number', '=', step.number)
    .where('lease', '=', lease)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The finished parts, in their order. */
export async function readFinished(db: Db, id: string): Promise<FinishedPart[]> {
  const { rows } = await sql<FinishedPart>`
    select number, crf, frames, ssim, ssim_before as "ssimBefore", bytes::float8 as bytes, bytes_before::float8 as "bytesBefore",
      coalesce((part ->> 'isEarly')::boolean, false) as "isEarly"
    from reencode_parts where reencode_id = ${id} and state = 'done' and ssim is not null order by number`.execute(db)
  return rows
}
