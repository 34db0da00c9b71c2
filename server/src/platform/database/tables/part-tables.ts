import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { MachineFacts } from '@video-forge/media/planning/machine'
import type { Segment } from '@video-forge/media/planning/part-plan'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { CopyIndex } from '@video-forge/media/run/checkpoints/cut-copy'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

/**
 * A job that is encoded in parts; see pipeline/parts/part-ledger. Deleted when the job fails or is cancelled, and some time after it is
 * completed, because viewers may still be playing its checkpoints.
 */
export interface JobSplitsTable {
  job_id: string
  /** The prefix of the parts' files in storage. */
  folder: string
  /** From which every worker makes the same plan. */
  recipe: ColumnType<PartRecipe, string, never>
  /** The last attempt that finished a part or a checkpoint. */
  useful_attempt: Generated<number>
  /** False when the video has no audio that viewers would have to wait for. */
  has_audio: Generated<boolean>
  /** The chunks of audio for viewers, in their order. */
  audio: ColumnType<StoredChunk[], string | undefined, string>
  created_at: MadeAt
}

/** Some of the pictures, the audio, the copied renditions, or everything else. */
export type PartKind = 'segment' | 'audio' | 'copy' | 'extras'

export type JobSplit = Selectable<JobSplitsTable>
export type JobPart = Selectable<JobPartsTable>

export interface JobPartsTable {
  job_id: string
  number: number
  kind: ColumnType<PartKind, PartKind, never>
  /** The segment; null for parts of another kind. */
  stretch: ColumnType<Segment | null, string | null, never>
  /** Expected CPU seconds. */
  weight: number
  state: ColumnType<'waiting' | 'working' | 'done' | 'failed', 'waiting' | undefined, 'waiting' | 'working' | 'done' | 'failed'>
  /** The lease number: only the newest lease may write. */
  take: Generated<number>
  /** The job's lease number when its leader has the part; null when a helper has it. */
  leader_take: number | null
  /** 0 to 1. */
  done: Generated<number>
  pieces: ColumnType<StoredCheckpoint[], string | undefined, string>
  outcome: ColumnType<PartOutcome | null, string | null | undefined, string>
  seen_at: Moment | null
}

export interface PartRecipe {
  facts: SourceFacts
  formats: OutputFormat[]
  machine: MachineFacts
}

/** A file that players can fetch: its head, which is needed once, and fragments. */
export interface StoredChunk {
  key: string
  headBytes: number
  bytes: number
  seconds: number
  /** RFC 6381. */
  codec: string
}

/** Finished pictures of a segment, and their files in storage. */
export interface StoredCheckpoint extends Segment {
  keys: (StoredChunk & { format: OutputFormat })[]
  /** Decode errors so far; older versions did not store them. */
  decodeErrors?: number
}

/** A copied rendition as it is played beside those that are being encoded. */
export interface StoredCopy extends CopyIndex {
  format: OutputFormat
  /** The rendition. */
  key: string
  leadsKey: string
}

/** The result of a finished part. */
export interface PartOutcome {
  files: { name: string; key: string }[]
  /** Of the part that copies; an unusual file is only played when the job has ended. */
  copies?: StoredCopy[]
  ssim: (number | null)[]
  frames: number
  cpuSeconds: number
  decodeErrors: number
}
