import type { Plan } from '@video-forge/contract/jobs'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

export interface JobsTable {
  /** The video's id too. */
  id: string
  user_id: string
  input_source: string
  output_formats: OutputFormat[]
  status: JobStatus
  /** Percent. */
  progress: Generated<number>
  /** How often a worker claimed it since it was last queued by a person. */
  attempts: Generated<number>
  /** The last one that brought it on, of splits that were given up since then. */
  earlier_useful_attempt: Generated<number>
  /** The lease number: raised with each claim and never reset. Only the newest lease may write. */
  takes: Generated<number>
  /** The same, written by workers that know of replacements; a trigger keeps a replacement from older ones. */
  replacement_take: number | null
  /** The same of workers that know of replacements of a file by itself; see jobs/make-formats. */
  own_file_take: number | null
  /** Its place in the queue; see jobs/fair-turn. */
  turn: ColumnType<string, number | string | undefined, number | string>
  stage: string | null
  eta_seconds: number | null
  renditions: ColumnType<{ format: OutputFormat; progress: number }[], string | undefined, string>
  notes: Generated<string[]>
  error_text: string | null
  error_cause: string | null
  error_detail: string | null
  /** The worker's plan for the source, once it was inspected. */
  plan: ColumnType<Plan | null, string | null | undefined, string | null>
  /** When the id was last added to the queue. The row is the truth, not the queue. */
  queued_at: Moment | null
  created_at: MadeAt
  started_at: Moment | null
  finished_at: Moment | null
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** When each job last changed, maintained by a trigger; see live/read-changes. */
export interface JobChangesTable {
  job_id: string
  user_id: string
  /** The transaction that changed it last; PostgreSQL's xid8, as text. */
  changed_in: string
  removed_at: Moment | null
}

/** The same of requests for automatic captions. */
export interface TranscriptionChangesTable {
  job_id: string
  user_id: string
  changed_in: string
  changed_at: MadeAt
}

/** The history of a job, written by triggers; workers add the notes. */
export interface JobEventsTable {
  id: ColumnType<string, never, never>
  job_id: string
  at: MadeAt
  kind: 'status' | 'stage' | 'note'
  attempt: number
  status: JobStatus
  stage: string | null
  note: string | null
}
