import type { Insertable, Transaction } from 'kysely'
import { type TarFile, tarEntryBytes } from '../platform/archive/tar-header.ts'
import type { ExportEntriesTable } from '../platform/database/tables/export-tables.ts'
import type { Tables } from '../platform/database/tables.ts'

/** A file of an archive: a text, or a file in storage. */
export type ArchiveEntry = { path: string; modifiedAt: Date } & ({ content: Buffer } | { key: string; size: number; content?: undefined })

export const jsonEntry = (path: string, modifiedAt: Date, value: unknown): ArchiveEntry => ({
  path,
  modifiedAt,
  content: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

/** Puts these entries in the place of those of an earlier attempt. */
export async function storeEntries(
  transaction: Transaction<Tables>,
  exportId: string,
  number: number,
  entries: readonly ArchiveEntry[],
): Promise<void> {
  await transaction.deleteFrom('export_entries').where('export_id', '=', exportId).where('number', '=', number).execute()
  const rows = entries.map((entry, part) => toRow({ export_id: exportId, number, part }, entry))
  if (rows.length > 0) await transaction.insertInto('export_entries').values(rows).execute()
}

function toRow(place: { export_id: string; number: number; part: number }, entry: ArchiveEntry): Insertable<ExportEntriesTable> {
  // Headers have whole seconds.
  const modifiedAt = new Date(Math.floor(entry.modifiedAt.getTime() / 1000) * 1000)
  const file: TarFile = { path: entry.path, size: entry.content === undefined ? entry.size : entry.content.length, modifiedAt }
  return {
    ...place,
    path: file.path,
    size: file.size,
    modified_at: modifiedAt,
    storage_key: entry.content === undefined ? entry.key : null,
    content: entry.content ?? null,
    entry_bytes: tarEntryBytes(file),
  }
}
