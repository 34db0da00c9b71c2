import type {
  ApiKeysTable,
  CodesTable,
  IdentitiesTable,
  InvitationsTable,
  RefreshTokensTable,
  SessionsTable,
  UsersTable,
} from './tables/account-tables.ts'
import type { CaptionsTable, TranscriptionsTable } from './tables/caption-tables.ts'
import type { ExportEntriesTable, ExportsTable } from './tables/export-tables.ts'
import type { ImportedPlaylistsTable, ImportedSourcesTable, OldAddressesTable, WatchedFilesTable } from './tables/import-tables.ts'
import type { JobChangesTable, JobEventsTable, JobsTable, TranscriptionChangesTable } from './tables/job-tables.ts'
import type { JobPartsTable, JobSplitsTable } from './tables/part-tables.ts'
import type {
  PlayAudienceTable,
  PlayBatchesTable,
  PlayBytesTable,
  PlayDaysTable,
  PlayHostsTable,
  PlaySaltsTable,
  PlayViewersTable,
} from './tables/play-tables.ts'
import type { PlaylistsTable, PlaylistVideosTable, WatchHistoryTable } from './tables/playlist-tables.ts'
import type { ReencodePartsTable, ReencodeSettingsTable, ReencodesTable } from './tables/reencode-tables.ts'
import type {
  SearchBlocksTable,
  SearchDivisionTable,
  SearchDocumentsTable,
  SearchLanguagesTable,
  SearchRebuildTable,
} from './tables/search-tables.ts'
import type {
  AuditLogTable,
  MachinePacesTable,
  MetricsTable,
  SiteRoundsTable,
  StorageReadingsTable,
  TalliesTable,
  TrashTable,
  WorkersTable,
} from './tables/site-tables.ts'
import type { TaskItemsTable, TasksTable } from './tables/task-tables.ts'
import type {
  AssetsTable,
  DiscardedFilesTable,
  OpenWordsTable,
  ReplacementsTable,
  ShareLinksTable,
  SigningKeysTable,
  TokenViewersTable,
  TrashedRowsTable,
  TrashedVideosTable,
  UnfinishedFilesTable,
  UploadsTable,
  VideosTable,
} from './tables/video-tables.ts'
import type { AccountWebhooksTable, WebhookCallsTable, WebhookDeliveriesTable, WebhooksTable } from './tables/webhook-tables.ts'

/** The tables as the migrations create them; a test compares this list with the database. */
export interface Tables {
  users: UsersTable
  identities: IdentitiesTable
  invitations: InvitationsTable
  sessions: SessionsTable
  refresh_tokens: RefreshTokensTable
  api_keys: ApiKeysTable
  codes: CodesTable
  videos: VideosTable
  jobs: JobsTable
  job_splits: JobSplitsTable
  job_parts: JobPartsTable
  assets: AssetsTable
  unfinished_files: UnfinishedFilesTable
  discarded_files: DiscardedFilesTable
  uploads: UploadsTable
  replacements: ReplacementsTable
  captions: CaptionsTable
  transcriptions: TranscriptionsTable
  share_links: ShareLinksTable
  signing_keys: SigningKeysTable
  token_viewers: TokenViewersTable
  open_words: OpenWordsTable
  search_documents: SearchDocumentsTable
  search_blocks: SearchBlocksTable
  search_division: SearchDivisionTable
  search_languages: SearchLanguagesTable
  search_rebuild: SearchRebuildTable
  job_changes: JobChangesTable
  transcription_changes: TranscriptionChangesTable
  account_webhooks: AccountWebhooksTable
  webhook_calls: WebhookCallsTable
  webhooks: WebhooksTable
  webhook_deliveries: WebhookDeliveriesTable
  job_events: JobEventsTable
  imported_sources: ImportedSourcesTable
  imported_playlists: ImportedPlaylistsTable
  old_addresses: OldAddressesTable
  watched_files: WatchedFilesTable
  tasks: TasksTable
  task_items: TaskItemsTable
  exports: ExportsTable
  export_entries: ExportEntriesTable
  tallies: TalliesTable
  workers: WorkersTable
  machine_paces: MachinePacesTable
  site_rounds: SiteRoundsTable
  metrics: MetricsTable
  storage_readings: StorageReadingsTable
  trash: TrashTable
  trashed_videos: TrashedVideosTable
  trashed_rows: TrashedRowsTable
  audit_log: AuditLogTable
  reencode_settings: ReencodeSettingsTable
  reencodes: ReencodesTable
  reencode_parts: ReencodePartsTable
  play_days: PlayDaysTable
  play_hosts: PlayHostsTable
  play_bytes: PlayBytesTable
  play_viewers: PlayViewersTable
  play_salts: PlaySaltsTable
  play_batches: PlayBatchesTable
  play_audience: PlayAudienceTable
  playlists: PlaylistsTable
  playlist_videos: PlaylistVideosTable
  watch_history: WatchHistoryTable
}
