import type { OptimizeResult } from '@video-forge/contract/admin/admin-storage'
import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { findOrphans, judge, type Orphan } from './find-orphans.ts'
import type { Trash } from './trash.ts'

interface OptimizeDeps {
  db: Db
  storage: Storage
  trash: Trash
}

const mostListed = 200
const rowsAtOnce = 500
/** Well inside the 30 s after which a client gives up. */
const budgetMs = 18_000

/** Compares storage with the tables both ways, and unless it is a dry run puts what has no counterpart into the trash. */
export async function optimize(parts: OptimizeDeps, dryRun: boolean, by: string): Promise<OptimizeResult> {
  const until = Date.now() + budgetMs
  const items: OptimizeResult['items'] = []
  const list = (name: string, bytes: number, reason: string) => {
    if (items.length < mostListed) items.push({ name, bytes, reason })
  }
  const files = { count: 0, bytes: 0 }
  let complete = true
  for await (const orphans of findOrphans(parts.db, parts.storage)) {
    const removed = dryRun ? orphans : await removeOrphans(parts, orphans, by)
    for (const { object, reason } of removed) {
      files.count += 1
      files.bytes += object.size
      list(object.key, object.size, reason)
    }
    complete = Date.now() < until
    if (!complete) break
  }

  const missing = await findMissing(parts, until)
  complete &&= missing.complete
  let rows = missing.assets.length
  if (!dryRun && rows > 0) {
    if (rows > 10 && rows > missing.checked / 2) {
      throw new Failure(
        'CONFLICT',
        'More than half of the files that should be there are missing. Is the storage mounted? No row was removed.',
      )
    }
    rows = 0
    for (const { id } of missing.assets) if (await parts.trash.takeRow(id, { reason: 'Its file is gone', by })) rows += 1
  }
  for (const { storage_key } of missing.assets) list(storage_key, 0, 'Its file is gone')
  return {
    orphanedFiles: files.count,
    freedSpace: files.bytes,
    missingFiles: rows,
    compression: { compressedCount: 0, savedBytes: 0, reason: await whyNothingIsPacked(parts.db) },
    dryRun,
    complete,
    items,
  }
}

/**
 * Between finding and removing somebody may have begun to need the file. So each video's rows are held and judged once more,
 * and a file that has changed meanwhile stays: a worker that wants the job waits for as long as a rename takes.
 */
async function removeOrphans({ db, storage, trash }: OptimizeDeps, orphans: Orphan[], by: string): Promise<Orphan[]> {
  const removed: Orphan[] = []
  for (const [videoId, group] of groupByVideo(orphans)) {
    await db.transaction().execute(async (transaction) => {
      await sql`select from jobs where id = ${videoId}::uuid for share`.execute(transaction)
      await sql`select from videos where id = ${videoId}::uuid for share`.execute(transaction)
      const still = await judge(transaction, new Map([[videoId, group.map(({ object }) => object)]]))
      for (const orphan of still) {
        const now = await storage.head(orphan.object.key)
        if (now?.etag !== orphan.object.etag) continue
        if (await trash.takeObject(orphan.object, { reason: orphan.reason, by })) removed.push(orphan)
      }
    })
  }
  return removed
}

function groupByVideo(orphans: Orphan[]): Map<string, Orphan[]> {
  const groups = new Map<string, Orphan[]>()
  for (const orphan of orphans) groups.set(orphan.videoId, [...(groups.get(orphan.videoId) ?? []), orphan])
  return groups
}

interface MissingFiles {
  assets: { id: string; storage_key: string }[]
  checked: number
  complete: boolean
}

/** Assets over an hour old whose file is not in storage. */
async function findMissing({ db, storage }: OptimizeDeps, until: number): Promise<MissingFiles> {
  await storage.check()
  const assets: MissingFiles['assets'] = []
  let checked = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = await sql<{ id: string; storage_key: string }>`
      select id, storage_key from assets where id > ${after}::uuid and created_at < now() - interval '1 hour'
      order by id limit ${rowsAtOnce}`.execute(db)
    const heads = await Promise.all(rows.map(({ storage_key }) => storage.head(storage_key)))
    assets.push(...rows.filter((_row, index) => heads[index] === undefined))
    checked += rows.length
    if (rows.length < rowsAtOnce) return { assets, checked, complete: true }
    if (Date.now() > until) return { assets, checked, complete: false }
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * Nothing is packed, and people are told why in figures. Videos, pictures and previews are as small as they get. The texts beside them are
 * smaller than the least that a file takes on a disk; see docs/decisions/0013.
 */
async function whyNothingIsPacked(db: Db): Promise<string> {
  const { rows } = await sql<{ texts: string; bytes: string; all: string }>`
    select coalesce(sum(count) filter (where name = 'METADATA_JSON'), 0) as texts,
      coalesce(sum(bytes) filter (where name = 'METADATA_JSON'), 0) as bytes, coalesce(sum(bytes), 0) as all
    from tallies where kind = 'kind'`.execute(db)
  const [texts, bytes, all] = [rows[0]?.texts, rows[0]?.bytes, rows[0]?.all].map(Number)
  const packed = 'Videos and pictures are compressed already.'
  if (!texts || !bytes || !all) return `${packed} There is nothing else to compress.`
  const share = Math.max(0.001, Math.round((bytes / all) * 100_000) / 1000)
  const kept = `The ${texts === 1 ? 'text' : `${texts.toLocaleString('en')} texts`} beside them, about ${Math.ceil(bytes / texts).toLocaleString('en')} bytes each`
  return `${packed} ${kept}, are ${share} % of what is kept, so packing them would free nothing worth having.`
}
