import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

/** Counters; the value of one is the sum of the rows with its name. See the migration. */
export interface TalliesTable {
  kind: 'jobs' | 'kind' | 'owner' | 'videos' | 'day' | 'added' | 'removed'
  name: string
  count: ColumnType<string, number, never>
  bytes: ColumnType<string, number | undefined, never>
}

/** The speech model of a worker. */
export interface StoredSpeech {
  /** Null if it cannot be used. */
  name: string | null
  languages: string[]
  /** Null for the model that comes with the product. */
  folder: string | null
  /** Why it cannot be used. */
  problem: string | null
}

export interface WorkersTable {
  id: string
  host: string
  pid: number
  role: string
  concurrency: number
  jobs: string[]
  load: number
  cores: number
  disk_free: ColumnType<string | null, number | null, number | null>
  disk_total: ColumnType<string | null, number | null, number | null>
  /** What its speech model can recognise; null if it makes no automatic captions. */
  speech: ColumnType<StoredSpeech | null, string | null | undefined, string | null>
  started_at: Moment
  seen_at: Moment
}

/** Encoding speed of the newest jobs on each machine: CPU seconds for each one planned; see pipeline/encoding-speed. */
export interface MachinePacesTable {
  host: string
  at: MadeAt
  pace: number
}

/** The task lease: one row; see platform/schedule/task-lease. */
export interface SiteRoundsTable {
  only_row: Generated<boolean>
  begun_at: Moment
}

export interface MetricsTable {
  grain: 'minute' | 'hour'
  at: Moment
  queued: number
  active: number
  completed: number
  failed: number
  video_seconds: number
  storage_bytes: ColumnType<string, number, never>
}

/** The size of the storage at the last count. */
export interface StorageReadingsTable {
  at: Moment
  took_ms: number
  files: ColumnType<string, number, never>
  bytes: ColumnType<string, number, never>
  prefixes: ColumnType<{ name: string; files: number; bytes: number }[], string, never>
}

/** What clean-ups removed; it can be restored for a week. */
export interface TrashTable {
  id: string
  kind: 'file' | 'temp' | 'row'
  /** The key, path or id it had. */
  name: string
  trash_key: string | null
  row_data: ColumnType<Record<string, unknown> | null, string | null, never>
  bytes: ColumnType<string, number, never>
  reason: string
  removed_at: MadeAt
  removed_by: string
}

export interface AuditLogTable {
  id: string
  at: MadeAt
  actor_id: string
  actor: string
  action: string
  target: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
}
