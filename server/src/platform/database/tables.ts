import type { AssetType, Plan } from '@video-forge/contract/jobs'
import type { Group } from '@video-forge/contract/rules/access'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { JobStatus } from '@video-forge/contract/rules/job-lifecycle'
import type { Metadata } from '@video-forge/contract/uploads'
import type { MachineFacts } from '@video-forge/media/planning/machine'
import type { Segment } from '@video-forge/media/planning/part-plan'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** The tables as the migrations create them; a test compares this list with the database. */
export interface Tables {
  users: UsersTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  codes: CodesTable
  videos: VideosTable
  jobs: JobsTable
  job_splits: JobSplitsTable
  job_parts: JobPartsTable
  assets: AssetsTable
  discarded_files: DiscardedFilesTable
  uploads: UploadsTable
  share_links: ShareLinksTable
  open_words: OpenWordsTable
  job_changes: JobChangesTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  job_events: JobEventsTable
  tallies: TalliesTable
  workers: WorkersTable
  machine_paces: MachinePacesTable
  site_rounds: SiteRoundsTable
  metrics: MetricsTable
  storage_readings: StorageReadingsTable
  trash: TrashTable
  audit_log: AuditLogTable
}

type Moment = ColumnType<Date, Date, Date>
type MadeAt = ColumnType<Date, Date | undefined, never>

interface UsersTable {
  id: string
  username: string
  /** The normalized name, which is unique; see accounts/identity-key. */
  username_key: string
  email: string
  email_key: string
  /** Null for a person who only signs in with Google. */
  password_hash: string | null
  google_subject: string | null
  groups: Group[]
  confirmed_at: Moment | null
  mfa_enabled: Generated<boolean>
  created_at: MadeAt
  last_sign_in_at: Moment | null
  /** The most bytes, and the most jobs at once; null is no limit. */
  quota_bytes: ColumnType<string | null, number | null | undefined, number | null>
  quota_jobs: number | null
  /** Since when the account is disabled. */
  disabled_at: Moment | null
}

/** One row per sign-in, with its family of refresh tokens. */
interface SessionsTable {
  id: string
  user_id: string
  created_at: MadeAt
  expires_at: Moment
  ended_at: Moment | null
  /** The browser and system of the sign-in, for people; see accounts/device. */
  device: string | null
  /** When it was last renewed; null before the first time. */
  last_used_at: Moment | null
}

interface RefreshTokensTable {
  hash: Buffer
  session_id: string
  created_at: MadeAt
  used_at: Moment | null
}

interface CodesTable {
  id: string
  user_id: string
  purpose: 'confirm-email' | 'sign-in' | 'reset-password' | 'change-email'
  hash: Buffer
  tries: Generated<number>
  /** The new address, to which a change-email code was sent. */
  email: string | null
  /** A keyed hash of the requester's network address, where anybody may request a code. */
  requester: Buffer | null
  /** Attempts from network addresses other than the requester's. */
  foreign_tries: Generated<number>
  created_at: MadeAt
  expires_at: Moment
  used_at: Moment | null
}

interface VideosTable {
  id: string
  user_id: string
  title: string
  description: Generated<string>
  visibility: 'public' | 'private'
  status: 'uploaded' | 'processing' | 'ready' | 'failed'
  /** The key of the original, once it is in storage. */
  original_key: string | null
  /** The type under which a browser plays the original; null when none does. */
  original_mime: string | null
  /** The name of the uploaded file; null when the video was not uploaded. */
  original_name: string | null
  /** The original's size until it is an asset; a trigger resets it then. */
  waiting_bytes: ColumnType<string, number | undefined, number>
  /** The original for others than the owner and admins; null before the check for private data, or when it must not be shared. */
  shared_key: string | null
  /** The size of the copy under that key; 0 when it is the original itself. */
  shared_bytes: ColumnType<string, number | undefined, number>
  /** When the original was checked for private data. */
  shared_checked_at: Moment | null
  /** Part of signed addresses; a change of visibility raises it and so invalidates them. */
  access_version: Generated<number>
  /** It is ready because its checkpoints can be watched, and has no thumbnail yet. */
  lacks_pictures: Generated<boolean>
  /** What a probe found in the original, until its job is completed. */
  source_facts: ColumnType<StoredFacts | null, string | null | undefined, string | null>
  /** Computed by the database from title and description. */
  search: ColumnType<string, never, never>
  duration: number | null
  width: number | null
  height: number | null
  video_codec: string | null
  audio_codec: string | null
  created_at: MadeAt
  updated_at: ColumnType<Date, Date | undefined, Date>
}

interface JobsTable {
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
  /** The lease number: raised with each claim and never reset. Only the newest lease may write. */
  takes: Generated<number>
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

/**
 * A job that is encoded in parts; see pipeline/parts/part-ledger. Deleted when the job fails or is cancelled, and some time after it is
 * completed, because viewers may still be playing its checkpoints.
 */
interface JobSplitsTable {
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

/** Some of the pictures, the audio, or everything else. */
export type PartKind = 'segment' | 'audio' | 'extras'

export type JobSplit = Selectable<JobSplitsTable>
export type JobPart = Selectable<JobPartsTable>

interface JobPartsTable {
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

/** What a probe of this version found in a file. */
export interface StoredFacts {
  version: number
  facts: SourceFacts
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

/** The result of a finished part. */
export interface PartOutcome {
  files: { name: string; key: string }[]
  ssim: (number | null)[]
  frames: number
  cpuSeconds: number
  decodeErrors: number
}

interface AssetsTable {
  id: string
  job_id: string
  asset_type: AssetType
  storage_key: string
  filename: string
  content_type: string
  file_size: ColumnType<string, number, never>
  width: number | null
  height: number | null
  /** What playback needs beyond the file: the index of its segments, or the file that belongs to it. */
  details: ColumnType<unknown, string | undefined, string>
  created_at: MadeAt
}

/** Prefixes in storage whose video is deleted; see jobs/delete-discarded-files. */
interface DiscardedFilesTable {
  prefix: string
  discarded_at: MadeAt
}

/** Whether a file contains private data. */
export type Privacy = 'nothing' | 'something' | 'unknown'

/** An upload. Its id becomes the video's. */
interface UploadsTable {
  id: string
  user_id: string
  s3_key: string
  filename: string
  content_type: string
  /** As the client announced it; null when it did not. */
  size: ColumnType<string | null, number | null | undefined, never>
  /** What it reserves of its owner's quota until it is a video. */
  reserved_bytes: ColumnType<string | null, number | undefined, number>
  /** What the inspection found, and the tag of the file that was inspected. */
  metadata: ColumnType<{ etag: string; found: Metadata; privacy?: Privacy } | null, string | undefined, string>
  /** What the probe found. */
  facts: ColumnType<StoredFacts | null, string | undefined, string>
  mime_type: string | null
  created_at: MadeAt
  confirmed_at: Moment | null
}

/** A link with its secret gives access to a private video. To revoke it is to delete it. */
interface ShareLinksTable {
  id: string
  video_id: string
  token_hash: Buffer
  created_at: MadeAt
  expires_at: Moment
}

/** The words of public videos, maintained by triggers; see gallery/search-videos. */
interface OpenWordsTable {
  word: string
  video_id: string
}

/** When each job last changed, maintained by a trigger; see live/read-changes. */
interface JobChangesTable {
  job_id: string
  user_id: string
  /** The transaction that changed it last; PostgreSQL's xid8, as text. */
  changed_in: string
  removed_at: Moment | null
}

interface WebhooksTable {
  user_id: string
  url: string
  secret: string
  created_at: MadeAt
  last_event: string | null
  last_at: Moment | null
  /** The status of the receiver's answer; null without one. */
  last_status: number | null
  last_error: string | null
}

/** Pending webhook calls, written by a trigger when a job ends; see webhooks/deliver. */
interface WebhookDeliveriesTable {
  id: string
  user_id: string
  event: string
  payload: ColumnType<object, string, never>
  attempts: Generated<number>
  due_at: Moment
  created_at: MadeAt
}

/** The history of a job, written by triggers; workers add the notes. */
interface JobEventsTable {
  id: ColumnType<string, never, never>
  job_id: string
  at: MadeAt
  kind: 'status' | 'stage' | 'note'
  attempt: number
  status: JobStatus
  stage: string | null
  note: string | null
}

/** Counters; the value of one is the sum of the rows with its name. See the migration. */
interface TalliesTable {
  kind: 'jobs' | 'kind' | 'owner' | 'videos' | 'day' | 'added' | 'removed'
  name: string
  count: ColumnType<string, number, never>
  bytes: ColumnType<string, number | undefined, never>
}

interface WorkersTable {
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
  started_at: Moment
  seen_at: Moment
}

/** Encoding speed of the newest jobs on each machine: CPU seconds for each one planned; see pipeline/encoding-speed. */
interface MachinePacesTable {
  host: string
  at: MadeAt
  pace: number
}

/** The task lease: one row; see platform/schedule/task-lease. */
interface SiteRoundsTable {
  only_row: Generated<boolean>
  begun_at: Moment
}

interface MetricsTable {
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
interface StorageReadingsTable {
  at: Moment
  took_ms: number
  files: ColumnType<string, number, never>
  bytes: ColumnType<string, number, never>
  prefixes: ColumnType<{ name: string; files: number; bytes: number }[], string, never>
}

/** What clean-ups removed; it can be restored for a week. */
interface TrashTable {
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

interface AuditLogTable {
  id: string
  at: MadeAt
  actor_id: string
  actor: string
  action: string
  target: string | null
  details: ColumnType<Record<string, unknown>, string | undefined, never>
}
