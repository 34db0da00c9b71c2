import type { OptimizeResult } from '@video-forge/contract/admin/admin-storage'
import { Failure } from '@video-forge/contract/errors'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import { findOrphans, type Orphan, selectOrphans } from './find-orphans.ts'
import type { Trash } from './trash.ts'

interface OptimizeDeps {
  db: Db
  storage: Storage
  trash: Trash
}

const maxListed = 200
const batchSize = 500
/** Clients time out after 30 s. */
const budgetMs = 18_000

/** Moves files without a row and rows without a file to the trash; a dry run only lists them. */
export async function optimize(parts: OptimizeDeps, dryRun: boolean, by: string): Promise<OptimizeResult> {
  const until = Date.now() + budgetMs
  const items: OptimizeResult['items'] = []
  const list = (name: string, bytes: number, reason: string) => {
    if (items.length < maxListed) items.push({ name, bytes, reason })
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
      throw new Failure('CONFLICT', 'More than half of the files are missing. Check that the storage is mounted. Nothing was removed.')
    }
    rows = 0
    for (const { id } of missing.assets) if (await parts.trash.moveAsset(id, { reason: 'Its file is missing', by })) rows += 1
  }
  for (const { storage_key } of missing.assets) list(storage_key, 0, 'Its file is missing')
  return {
    orphanedFiles: files.count,
    freedSpace: files.bytes,
    missingFiles: rows,
    compression: { compressedCount: 0, savedBytes: 0, reason: await compressionReason(parts.db) },
    dryRun,
    complete,
    items,
  }
}

/**
 * A file may be in use again since it was found. So each video's rows are locked and checked once more, and a file that has changed
 * is left alone. A worker that starts the job waits for the lock, which is held as long as a rename takes.
 */
async function removeOrphans({ db, storage, trash }: OptimizeDeps, orphans: Orphan[], by: string): Promise<Orphan[]> {
  const removed: Orphan[] = []
  for (const [videoId, group] of groupByVideo(orphans)) {
    await db.transaction().execute(async (transaction) => {
      await sql`select from jobs where id = ${videoId}::uuid for share`.execute(transaction)
      await sql`select from videos where id = ${videoId}::uuid for share`.execute(transaction)
      const confirmed = await selectOrphans(transaction, new Map([[videoId, group.map(({ object }) => object)]]))
      for (const orphan of confirmed) {
        const now = await storage.head(orphan.object.key)
        if (now?.etag !== orphan.object.etag) continue
        if (await trash.moveObject(orphan.object, { reason: orphan.reason, by })) removed.push(orphan)
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
      order by id limit ${batchSize}`.execute(db)
    const heads = await Promise.all(rows.map(({ storage_key }) => storage.head(storage_key)))
    assets.push(...rows.filter((_row, index) => heads[index] === undefined))
    checked += rows.length
    if (rows.length < batchSize) return { assets, checked, complete: true }
    if (Date.now() > until) return { assets, checked, complete: false }
    after = rows.at(-1)?.id ?? after
  }
}

/**
 * Nothing is compressed, and this says why in figures. Videos and pictures are compressed formats already. The metadata files are
 * smaller than the smallest block on a disk; see docs/decisions/0013.
 */
async function compressionReason(db: Db): Promise<string> {
  const { rows } = await sql<{ texts: string; bytes: string; all: string }>`
    select coalesce(sum(count) filter (where name = 'METADATA_JSON'), 0) as texts,
      coalesce(sum(bytes) filter (where name = 'METADATA_JSON'), 0) as bytes, coalesce(sum(bytes), 0) as all
    from tallies where kind = 'kind'`.execute(db)
  const [texts, bytes, all] = [rows[0]?.texts, rows[0]?.bytes, rows[0]?.all].map(Number)
  const already = 'Videos and pictures are compressed already.'
  if (!texts || !bytes || !all) return `${already} There is nothing else to compress.`
  const share = Math.max(0.001, Math.round((bytes / all) * 100_000) / 1000)
  const files = texts === 1 ? 'metadata file takes' : `${texts.toLocaleString('en')} metadata files take`
  const size = `about ${Math.ceil(bytes / texts).toLocaleString('en')} bytes each`
  return `${already} The ${files} ${size} and make up ${share} % of the storage, so compressing them would free almost nothing.`
}
