import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { VideoCodec } from '@video-forge/contract/rules/reencode-rules'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

type Count = ColumnType<string, number | undefined, number>
type Counts = Generated<number[]>

/** What viewers did in one day or month, with a video or on the whole site; see plays/store-batch. */
export interface PlayDaysTable {
  subject: string
  day: ColumnType<Date, string, never>
  is_month: Generated<boolean>
  views: Count
  plays: Count
  watch_seconds: Generated<number>
  /** The sum of the shares of the video that each play reached. */
  shares: Generated<number>
  stalls: Count
  startup: Counts
  devices: Counts
  /** How many plays reached each hundredth. */
  reached: Counts
}

export interface PlayHostsTable {
  subject: string
  day: ColumnType<Date, string, never>
  is_month: Generated<boolean>
  host: string
  views: ColumnType<string, number, number>
}

/** Bytes of renditions that were served in one day or month. */
export interface PlayBytesTable {
  subject: string
  day: ColumnType<Date, string, never>
  is_month: Generated<boolean>
  format: OutputFormat
  codec: VideoCodec
  bytes: ColumnType<string, number, number>
  /** How many more the same seconds would have been in H.264. */
  saved: ColumnType<string, number, number>
}

/** Hashes of people whose view was counted, until they may be counted again. */
export interface PlayViewersTable {
  hash: Buffer
  expires_at: Moment
}

export interface PlaySaltsTable {
  day: ColumnType<Date, string, never>
  salt: Buffer
}

/** Stored batches of counters, so that a repeated one changes nothing. */
export interface PlayBatchesTable {
  id: string
  stored_at: MadeAt
}

/** How many watch now, as each process sees it. */
export interface PlayAudienceTable {
  subject: string
  process: string
  viewers: number
  seen_at: Moment
}
