import type { CaptionSource } from '@video-forge/contract/captions/caption-rules'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt } from './time-columns.ts'

export interface CaptionsTable {
  id: string
  video_id: string
  /** BCP 47. */
  language: string
  label: string
  source: CaptionSource
  /** At most one for each video. */
  is_default: Generated<boolean>
  /** Someone has corrected the text. */
  is_reviewed: Generated<boolean>
  /** WebVTT as contract/captions writes it: cleaned, sorted, without anything that runs. */
  content: string
  bytes: number
  /** Part of its address, raised with every change of the text. */
  version: ColumnType<number, number | undefined, number>
  created_at: MadeAt
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** A request for automatic captions. */
export interface TranscriptionsTable {
  video_id: string
  /** The owner of the video, for a fair order. */
  user_id: string
  language: string
  /** Somebody has asked for it; otherwise it was made by itself. */
  is_asked: Generated<boolean>
  status: Generated<'waiting' | 'running' | 'failed'>
  /** Percent. */
  progress: Generated<number>
  attempts: Generated<number>
  /** Why it failed. */
  message: string | null
  /** Of the worker that has it. */
  lease: string | null
  leased_until: Date | null
  created_at: MadeAt
}
