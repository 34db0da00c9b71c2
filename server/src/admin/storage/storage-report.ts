import type { ReportFormat } from '@video-forge/contract/rules/admin-rules'
import { toCsv } from '@video-forge/contract/text/csv'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { readCounters } from '../system/counters.ts'
import type { Inventory } from './inventory.ts'
import { largestUsers } from './storage-stats.ts'

const maxUsers = 100
const maxFiles = 20
const dayMs = 86_400_000

interface ReportDeps {
  db: Db
  readInventory: () => Promise<Inventory>
}

interface Growth {
  day: string
  filesAdded: number
  bytesAdded: number
  filesRemoved: number
  bytesRemoved: number
  /** The size of all assets at the end of the day. */
  totalBytes: number
}

/** The use of storage over the last days, as a file to download. */
export async function makeReport(parts: ReportDeps, format: ReportFormat, period: number, now = new Date()) {
  const report = await collect(parts, period, now)
  const filename = `storage-report-${dayOf(now)}-${period}-days.${format}`
  return format === 'json'
    ? { filename, contentType: 'application/json; charset=utf-8', content: JSON.stringify({ success: true, report }, undefined, 2) }
    : { filename, contentType: 'text/csv; charset=utf-8', content: csvOf(report) }
}

async function readFigures(db: Db, from: string) {
  const kinds = await readCounters(db, 'kind')
  const users = await largestUsers(db, maxUsers)
  const files = await largestFiles(db)
  return { kinds, users, files, added: await readCounters(db, 'added', from), removed: await readCounters(db, 'removed', from) }
}

type Report = Awaited<ReturnType<typeof collect>>

async function collect({ db, readInventory }: ReportDeps, period: number, now: Date) {
  const from = dayOf(new Date(now.getTime() - (period - 1) * dayMs))
  const [inventory, { kinds, users, files, added, removed }] = await Promise.all([readInventory(), readFigures(db, from)])
  const assetBytes = kinds.reduce((sum, { bytes }) => sum + bytes, 0)
  return {
    generatedAt: now.toISOString(),
    period: { days: period, from, to: dayOf(now) },
    storage: { files: inventory.files, bytes: inventory.bytes, countedAt: inventory.at.toISOString() },
    assets: { files: kinds.reduce((sum, { count }) => sum + count, 0), bytes: assetBytes },
    byKind: kinds.filter(({ count }) => count > 0).map(({ name, count, bytes }) => ({ kind: name, files: count, bytes })),
    byUser: users,
    largestFiles: files,
    growth: growthOf({ period, now, added, removed, bytesNow: assetBytes }),
  }
}

/** Every day of the period, counted back from the current size. */
export function growthOf({
  period,
  now,
  added,
  removed,
  bytesNow,
}: {
  period: number
  now: Date
  added: readonly { name: string; count: number; bytes: number }[]
  removed: readonly { name: string; count: number; bytes: number }[]
  bytesNow: number
}): Growth[] {
  const plus = new Map(added.map((counter) => [counter.name, counter]))
  const minus = new Map(removed.map((counter) => [counter.name, counter]))
  const growth: Growth[] = []
  let totalBytes = bytesNow
  for (let back = 0; back < period; back += 1) {
    const day = dayOf(new Date(now.getTime() - back * dayMs))
    const [addedToday, removedToday] = [plus.get(day), minus.get(day)]
    const bytesAdded = addedToday?.bytes ?? 0
    const bytesRemoved = removedToday?.bytes ?? 0
    growth.unshift({
      day,
      filesAdded: addedToday?.count ?? 0,
      bytesAdded,
      filesRemoved: removedToday?.count ?? 0,
      bytesRemoved,
      totalBytes,
    })
    totalBytes += bytesRemoved - bytesAdded
  }
  return growth
}

async function largestFiles(db: Db) {
  const { rows } = await sql<{ asset_type: string; file_size: string; title: string; username: string }>`
    select largest.asset_type, largest.file_size, videos.title, users.username
    from (select * from assets order by file_size desc limit ${maxFiles}) largest
    join videos on videos.id = largest.job_id join users on users.id = videos.user_id
    order by largest.file_size desc`.execute(db)
  return rows.map(({ asset_type, file_size, title, username }) => ({ title, username, kind: asset_type, bytes: Number(file_size) }))
}

/** One table for all sections, so that any program can read it; the first column names the section. */
function csvOf(report: Report): string {
  const { storage, assets, byKind, byUser, largestFiles: largest, growth } = report
  return toCsv([
    ['section', 'name', 'detail', 'files', 'bytes', 'files_added', 'bytes_added', 'files_removed', 'bytes_removed'],
    ['total', 'storage', storage.countedAt, storage.files, storage.bytes, null, null, null, null],
    ['total', 'assets', report.generatedAt, assets.files, assets.bytes, null, null, null, null],
    ...byKind.map(({ kind, files, bytes }) => ['kind', kind, '', files, bytes, null, null, null, null]),
    ...byUser.map(({ username, email, files, bytes }) => ['user', username, email, files, bytes, null, null, null, null]),
    ...largest.map(({ title, username, kind, bytes }) => ['largest', title, `${kind} by ${username}`, 1, bytes, null, null, null, null]),
    ...growth.map((day) => ['day', day.day, '', null, day.totalBytes, day.filesAdded, day.bytesAdded, day.filesRemoved, day.bytesRemoved]),
  ])
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
