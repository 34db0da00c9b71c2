import type { AssetType, Plan } from '@video-forge/contract/jobs'
import type { Group } from '@video-forge/contract/rules/access'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { JobStatus } from '@video-forge/contract/rules/job-lifecycle'
import type { Metadata } from '@video-forge/contract/uploads'
import type { MachineFacts } from '@video-forge/media/planning/machine'
import type { Segment } from '@video-forge/media/planning/part-plan'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { ColumnType, Generated } from 'kysely'

/** The tables as the migrations make them; a test compares this list with the database. */
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
  /** The name as it counts for uniqueness; see accounts/identity-key. */
  username_key: string
  email: string
  email_key: string
  /** Null for somebody who only ever signs in with Google. */
  password_hash: string | null
  google_subject: string | null
  groups: Group[]
  confirmed_at: Moment | null
  mfa_enabled: Generated<boolean>
  created_at: MadeAt
  last_sign_in_at: Moment | null
  /** Most bytes and most jobs at once; null is no limit. */
  quota_bytes: ColumnType<string | null, number | null | undefined, number | null>
  quota_jobs: number | null
  /** Since when this person is shut out. */
  disabled_at: Moment | null
}

/** One row per sign-in: the family of refresh tokens that grew from it. */
interface SessionsTable {
  id: string
  user_id: string
  created_at: MadeAt
  expires_at: Moment
  ended_at: Moment | null
  /** The browser and system of the sign-in in plain words; see accounts/device. */
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
  /** The address that a change-email code was mailed to, and makes the account's. */
  email: string | null
  /** A keyed hash of the network address that asked for the code, where a stranger can ask. */
  requester: Buffer | null
  /** Tries from network addresses other than the requester's. */
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
  /** Where the original lies, once it is in storage. */
  original_key: string | null
  /** The type under which a browser plays the original; null when none does. */
  original_mime: string | null
  /** The name of the file somebody uploaded; null when the video came by another way. */
  original_name: string | null
  /** The original's size while it is no asset yet; kept by a trigger from then on. */
  waiting_bytes: ColumnType<string, number | undefined, number>
  /** What others than the owner and admins get as the original; null while nobody looked, or when it must not be given out. */
  shared_key: string | null
  /** The size of the copy under that key; 0 when it is the original itself. */
  shared_bytes: ColumnType<string, number | undefined, number>
  /** When somebody last looked whether there is anything private in the original. */
  shared_checked_at: Moment | null
  /** Signed addresses name it; a change of visibility raises it and so ends them. */
  access_version: Generated<number>
  /** Made by the database from title and description. */
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
  /** How often a worker took it since it was last put in line. */
  attempts: Generated<number>
  /** How often a worker ever took it, which is never set back: the fence. Only the newest taker may write. */
  takes: Generated<number>
  /** Its place in line, see jobs/fair-turn. */
  turn: ColumnType<string, number | string | undefined, number | string>
  stage: string | null
  eta_seconds: number | null
  renditions: ColumnType<{ format: OutputFormat; progress: number }[], string | undefined, string>
  notes: Generated<string[]>
  error_text: string | null
  error_cause: string | null
  error_detail: string | null
  /** What the worker decided to make of the source, once it has seen it. */
  plan: ColumnType<Plan | null, string | null | undefined, string | null>
  /** When the queue last took this row's id; null until then. The row, not the queue, is the truth. */
  queued_at: Moment | null
  created_at: MadeAt
  started_at: Moment | null
  finished_at: Moment | null
  updated_at: ColumnType<Date, Date | undefined, Date>
}

/** A job that is made in parts; see pipeline/part-ledger. Gone when the job ends. */
interface JobSplitsTable {
  job_id: string
  /** Where in storage the parts put what they made. */
  folder: string
  /** What every part is made from. */
  recipe: ColumnType<PartRecipe, string, never>
  /** The last attempt at the job in which a part was finished. */
  useful_attempt: Generated<number>
  created_at: MadeAt
}

interface JobPartsTable {
  job_id: string
  number: number
  /** Null for the part that makes everything but the pictures. */
  stretch: ColumnType<Segment | null, string | null, never>
  /** CPU seconds it is expected to take. */
  weight: number
  state: ColumnType<'waiting' | 'working' | 'done' | 'failed', 'waiting' | undefined, 'waiting' | 'working' | 'done' | 'failed'>
  /** How often a worker took it; also the fence: only the newest taker may write. */
  take: Generated<number>
  /** The take of the job whose leader has it, where it is no helper. */
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

/** Finished pictures of a stretch, and where they lie. */
export interface StoredCheckpoint extends Segment {
  keys: { format: OutputFormat; key: string }[]
  /** How often the decoder had complained until then; older versions did not write it down. */
  decodeErrors?: number
}

/** What a finished part has to tell. */
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
  /** What playing it needs beyond the bytes: where its segments lie, which file goes with it. */
  details: ColumnType<unknown, string | undefined, string>
  created_at: MadeAt
}

/** Prefixes in storage whose owner is gone; see jobs/empty-trash. */
interface DiscardedFilesTable {
  prefix: string
  discarded_at: MadeAt
}

/** Whether there is anything private in a file; unknown when that cannot be said for certain. */
export type Privacy = 'nothing' | 'something' | 'unknown'

/** A file on its way in. Its id becomes the video's. */
interface UploadsTable {
  id: string
  user_id: string
  s3_key: string
  filename: string
  content_type: string
  /** As announced; null when the client did not say. */
  size: ColumnType<string | null, number | null | undefined, never>
  /** What it holds of its owner's quota until it is a video. */
  reserved_bytes: ColumnType<string | null, number | undefined, number>
  /** What is in the file, once somebody looked, and the tag of the file that was looked at. */
  metadata: ColumnType<{ etag: string; found: Metadata; privacy?: Privacy } | null, string | undefined, string>
  mime_type: string | null
  created_at: MadeAt
  confirmed_at: Moment | null
}

/** Lets whoever holds the secret watch a private video. Revoked means deleted. */
interface ShareLinksTable {
  id: string
  video_id: string
  token_hash: Buffer
  created_at: MadeAt
  expires_at: Moment
}

/** The words of the videos that everybody may watch, kept by triggers; see gallery/search-videos. */
interface OpenWordsTable {
  word: string
  video_id: string
}

/** When each job last changed, kept by a trigger; see live/read-changes. */
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
  /** What the receiver answered; null when it did not. */
  last_status: number | null
  last_error: string | null
}

/** Calls that are owed, written by a trigger together with the end of the job; see webhooks/deliver. */
interface WebhookDeliveriesTable {
  id: string
  user_id: string
  event: string
  payload: ColumnType<object, string, never>
  attempts: Generated<number>
  due_at: Moment
  created_at: MadeAt
}

/** What happened to a job, written by triggers; notes are the workers' own. */
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

/** Figures kept as they change; a figure is the sum of the rows of its name. See the migration. */
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

/** CPU seconds a job took on a machine for each that was planned; the newest few of each, see jobs/machine-pace. */
interface MachinePacesTable {
  host: string
  at: MadeAt
  pace: number
}

/** One row. */
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

/** How much lay in storage when somebody last counted. */
interface StorageReadingsTable {
  at: Moment
  took_ms: number
  files: ColumnType<string, number, never>
  bytes: ColumnType<string, number, never>
  prefixes: ColumnType<{ name: string; files: number; bytes: number }[], string, never>
}

/** What clean-ups removed, for a week. */
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
