import type { ColumnType } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

/** An archive of an account. Its id is that of its task. */
export interface ExportsTable {
  id: string
  user_id: string
  /** The folder inside the archive, and the name of its file. */
  folder: string
  has_renditions: boolean
  /** Of the whole archive. From then on its list does not change. */
  bytes: ColumnType<string | null, undefined, number>
  expires_at: Moment | null
  /** When a file of it was found to be missing. */
  outdated_at: Moment | null
  created_at: MadeAt
}

/** A file in an archive. */
export interface ExportEntriesTable {
  export_id: string
  /** The item of the task, 0 for what belongs to the account. */
  number: number
  part: number
  path: string
  size: ColumnType<string, number, never>
  modified_at: ColumnType<Date, Date, never>
  storage_key: string | null
  content: Buffer | null
  /** In the archive, with its header. */
  entry_bytes: ColumnType<string, number, never>
  starts_at: ColumnType<string | null, undefined, number>
}
