import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { ReencodeMode, ReencodeStatus, VideoCodec } from '@video-forge/contract/rules/reencode-rules'
import type { ReencodePart } from '@video-forge/media/planning/reencode/reencode-plan'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

/** One row once an admin has changed something. */
export interface ReencodeSettingsTable {
  id: Generated<boolean>
  mode: ReencodeMode
  min_plays: number
  from_hour: number
  to_hour: number
  cpu_share: number
}

type Size = ColumnType<string | null, number | null | undefined, number | null>

/** A rendition that is made again in another codec; see reencodes/reencode-ledger. */
export interface ReencodesTable {
  id: string
  job_id: string
  /** The rendition, which is deleted when the file of the video is replaced. Null if it was dropped, and the version in AV1 was not. */
  asset_id: string | null
  format: OutputFormat
  codec: VideoCodec
  status: ReencodeStatus
  /** Why it was not published, as a sentence. */
  reason: string | null
  /** The prefix of its parts in storage. */
  folder: string
  /** The chosen quality, and the SSIM that one step of it costs. */
  crf: number | null
  slope: number | null
  /** Whether the encoder looks for what only screens have. Null of work that a version before this one has begun, which looked for it everywhere. */
  is_screen: boolean | null
  /** Mean luma SSIM of the new version and of the rendition over the same frames. */
  ssim: number | null
  ssim_before: number | null
  bytes: Size
  bytes_before: ColumnType<string, number, number>
  /** Everything that was spent on it: tries, encoding, comparing, joining. */
  cpu_seconds: Generated<number>
  /** How often parts were made again because the whole was worse than the rendition. */
  retries: Generated<number>
  /** How often it was leased since it last got any further. */
  attempts: Generated<number>
  lease: string | null
  leased_until: Moment | null
  created_at: MadeAt
  ended_at: Moment | null
}

export interface ReencodePartsTable {
  reencode_id: string
  number: number
  part: ColumnType<ReencodePart, string, never>
  state: Generated<'waiting' | 'working' | 'done'>
  /** Where it differs from the chosen quality. */
  crf: number | null
  lease: string | null
  leased_until: Moment | null
  attempts: Generated<number>
  key: string | null
  bytes: Size
  bytes_before: ColumnType<string, number, never>
  /** How many frames it has: a long part counts for more than the first seconds. */
  frames: number | null
  ssim: number | null
  ssim_before: number | null
}
