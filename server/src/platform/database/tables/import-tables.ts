import type { ColumnType, Generated } from 'kysely'
import type { MadeAt } from './time-columns.ts'

/** What a person has imported, by the identity of its source. */
export interface ImportedSourcesTable {
  user_id: string
  key: string
  /** Chosen before the video exists; see imports/claim-source. */
  video_id: string
  task_id: string
  is_taken: Generated<boolean>
  created_at: MadeAt
}

export interface ImportedPlaylistsTable {
  user_id: string
  key: string
  playlist_id: string
}

/** Names under which a video was known at its former place, such as `peertube/{uuid}`. */
export interface OldAddressesTable {
  address: string
  video_id: string
  created_at: MadeAt
}

/** A file of WATCH_DIR, as it was seen last. */
export interface WatchedFilesTable {
  path: string
  size: ColumnType<string, number, number>
  modified_at: Date
  seen_at: ColumnType<Date, Date | undefined, Date>
  /** The import that it was given to; null before. */
  task_id: string | null
}
