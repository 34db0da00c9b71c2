import { deviceClasses } from '@video-forge/contract/rules/play-rules'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { wholeSite } from '../../platform/database/whole-site.ts'
import { addToDay } from './add-to-day.ts'
import { countViews } from './count-views.ts'
import type { OfferedView, PlayBatch } from './play-batch.ts'
import { storeHosts } from './store-hosts.ts'
import { addServed, servedRows, siteServed } from './store-served.ts'

/** A row of play_days to add. */
interface Row {
  subject: string
  day: string
  views: number
  plays: number
  watch_seconds: number
  shares: number
  stalls: number
  startup: number[]
  devices: number[]
  reached: number[]
}

/**
 * Adds a batch to the rollups in one transaction, so that it counts as a whole or not at all. A batch that is stored already changes nothing: the
 * answer to an earlier try may have been lost. All processes lock rows in the same order, so they cannot block each other.
 */
export async function storeBatch(db: Db, batch: PlayBatch): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numAffectedRows } = await sql`insert into play_batches (id) values (${batch.id}) on conflict do nothing`.execute(transaction)
    if (numAffectedRows === 0n) return
    const known = await lockVideos(transaction, batch)
    const views = await countViews(
      transaction,
      [...batch.views.values()].filter(({ videoId }) => known.has(videoId)),
    )
    const rows = rowsOf(batch, known, views)
    await addRows(transaction, rows)
    const served = await servedRows(
      transaction,
      [...batch.served.values()].filter(({ videoId }) => known.has(videoId)),
    )
    await addServed(transaction, served)
    await storeHosts(transaction, views)
    await raiseViewCounts(transaction, views)
    // Last, because every process needs these rows.
    await addRows(transaction, siteRows(rows))
    await addServed(transaction, siteServed(served, wholeSite))
    await storeHosts(
      transaction,
      views.map((view) => ({ ...view, videoId: wholeSite })),
    )
  })
}

/** The videos that still exist. They cannot be deleted before the end of the transaction. */
async function lockVideos(transaction: Transaction<Tables>, { days, views, served }: PlayBatch): Promise<Set<string>> {
  const ids = new Set([...days.values(), ...views.values(), ...served.values()].map(({ videoId }) => videoId))
  const { rows } = await sql<{ id: string }>`
    select id from videos where id = any(${[...ids]}::uuid[]) order by id for key share`.execute(transaction)
  return new Set(rows.map(({ id }) => id))
}

function rowsOf(batch: PlayBatch, known: ReadonlySet<string>, views: readonly OfferedView[]): Row[] {
  const rows = new Map<string, Row>()
  const rowOf = (subject: string, day: string): Row => {
    const key = `${subject} ${day}`
    const row = rows.get(key) ?? emptyRow(subject, day)
    rows.set(key, row)
    return row
  }
  for (const { videoId, day, watchSeconds, ...counts } of batch.days.values()) {
    if (known.has(videoId)) Object.assign(rowOf(videoId, day), counts, { watch_seconds: watchSeconds })
  }
  for (const { videoId, day, device } of views) {
    const row = rowOf(videoId, day)
    row.views += 1
    const at = deviceClasses.indexOf(device)
    row.devices[at] = (row.devices[at] ?? 0) + 1
  }
  return [...rows.values()]
}

const emptyRow = (subject: string, day: string): Row => ({
  subject,
  day,
  ...{ views: 0, plays: 0, watch_seconds: 0, shares: 0, stalls: 0 },
  startup: [],
  devices: deviceClasses.map(() => 0),
  reached: [],
})

/** The sums of all videos, without the curve, which means something only within one video. */
function siteRows(rows: readonly Row[]): Row[] {
  const sums = new Map<string, Row>()
  const add = (a: number[], b: number[]) => Array.from({ length: Math.max(a.length, b.length) }, (_, at) => (a[at] ?? 0) + (b[at] ?? 0))
  for (const row of rows) {
    const sum = sums.get(row.day) ?? emptyRow(wholeSite, row.day)
    sums.set(row.day, {
      ...sum,
      views: sum.views + row.views,
      plays: sum.plays + row.plays,
      watch_seconds: sum.watch_seconds + row.watch_seconds,
      shares: sum.shares + row.shares,
      stalls: sum.stalls + row.stalls,
      startup: add(sum.startup, row.startup),
      devices: add(sum.devices, row.devices),
    })
  }
  return [...sums.values()]
}

async function addRows(transaction: Transaction<Tables>, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into play_days (subject, day, views, plays, watch_seconds, shares, stalls, startup, devices, reached)
    select subject, day, views, plays, watch_seconds, shares, stalls, startup, devices, reached
    from json_to_recordset(${JSON.stringify(rows)}) as gained(
      subject uuid, day date, views bigint, plays bigint, watch_seconds double precision, shares double precision, stalls bigint,
      startup integer[], devices integer[], reached integer[])
    order by subject, day
    ${addToDay}`.execute(transaction)
}

async function raiseViewCounts(transaction: Transaction<Tables>, views: readonly OfferedView[]): Promise<void> {
  const ids = views.map(({ videoId }) => videoId)
  if (ids.length === 0) return
  await sql`
    with locked as (select id from videos where id = any(${ids}::uuid[]) order by id for no key update),
    gained as (select id, count(*) as views from unnest(${ids}::uuid[]) as id group by id)
    update videos set view_count = view_count + gained.views from locked join gained using (id) where videos.id = locked.id`.execute(
    transaction,
  )
}
