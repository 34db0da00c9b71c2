import type { ColumnType, Generated } from 'kysely'
import type { MadeAt } from './time-columns.ts'

export interface PlaylistsTable {
  id: string
  user_id: string
  title: string
  description: Generated<string>
  /** `link`: everybody with its address, and in no list. */
  visibility: 'public' | 'private' | 'link'
  /** Each person has at most one `watch-later`, which is private. */
  kind: ColumnType<'list' | 'watch-later', 'list' | 'watch-later' | undefined, never>
  /** Raised with every change of its videos. */
  version: ColumnType<number, number | undefined, number>
  created_at: MadeAt
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface PlaylistVideosTable {
  playlist_id: string
  video_id: string
  /** Only the order counts; numbers may be missing. */
  position: number
  added_at: ColumnType<Date, Date | undefined, never>
}

/** The last time each person watched each video; nothing for people who keep no history. */
export interface WatchHistoryTable {
  user_id: string
  video_id: string
  watched_at: ColumnType<Date, Date | undefined, Date>
  /** Where playback was last. */
  seconds: ColumnType<number, number | undefined, number>
}
