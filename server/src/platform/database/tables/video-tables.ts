import type { AssetType } from '@video-forge/contract/jobs'
import type { Metadata } from '@video-forge/contract/metadata'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { SigningAlgorithm } from '@video-forge/contract/rules/protection-rules'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'
import type { ColumnType, Generated } from 'kysely'
import type { MadeAt, Moment } from './time-columns.ts'

export interface VideosTable {
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
  /** What its bytes are; null when that was not computed. */
  content_hash: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
  /** The original's size until it is an asset; a trigger resets it then. */
  waiting_bytes: ColumnType<string, number | undefined, number>
  /** The original for others than the owner and admins; null before the check for private data, or when it must not be shared. */
  shared_key: string | null
  /** The size of the copy under that key; 0 when it is the original itself. */
  shared_bytes: ColumnType<string, number | undefined, number>
  /** When the original was checked for private data. */
  shared_checked_at: Moment | null
  /** What viewers must type, as a hash. The video is then stored as private; see migration 0033. */
  password_hash: string | null
  /** Everybody with the password may watch it, without a share link. Only a trigger sets it. */
  opens_by_password: Generated<boolean>
  /** The sites that may embed it; empty for all. */
  embed_domains: Generated<string[]>
  /** Part of signed addresses; a change of visibility or password raises it and so invalidates them. */
  access_version: Generated<number>
  /** It is ready because its checkpoints can be watched, and has no thumbnail yet. */
  lacks_pictures: Generated<boolean>
  /** What a probe found in the original, until its job is completed. */
  source_facts: ColumnType<StoredFacts | null, string | null | undefined, string | null>
  /** The thumbnail that the owner has chosen; null when it is the automatic one. */
  thumbnail_key: string | null
  thumbnail_bytes: ColumnType<string, number | undefined, number>
  /** Part of its address, raised with every choice. */
  thumbnail_version: Generated<number>
  /** It was taken from the video, not uploaded as a picture. */
  thumbnail_is_frame: Generated<boolean>
  /** It stands for a draft until a job has made one. */
  thumbnail_is_placeholder: Generated<boolean>
  /** Part of the addresses of its files, raised when its file is replaced. */
  files_version: Generated<number>
  /** The original whose own captions and chapters were taken over; null before. */
  embedded_key: string | null
  /** Whether captions may be made of it without being asked. */
  auto_captions: Generated<boolean>
  /** The language that is spoken, as its owner says; null leaves it to the file and to the site. */
  spoken_language: string | null
  /** That of the audio track, as the file says; null where it does not. */
  audio_language: string | null
  /** In lower case. `tagColumns` makes them from what an owner writes. */
  tags: Generated<string[]>
  /** The same in the spelling of the owner; versions before this column write only `tags`. */
  tag_names: Generated<string[]>
  chapters: ColumnType<StoredChapter[], string | undefined, string>
  /** Whether viewers other than the owner and admins are offered files. */
  allow_download: Generated<boolean>
  /** Whether viewers see how often it was watched. */
  show_views: Generated<boolean>
  /** Whether viewers see which parts are watched most. */
  show_heat: Generated<boolean>
  view_count: ColumnType<string, number | undefined, number>
  /** Computed by the database from title, description and tags. */
  search: ColumnType<string, never, never>
  duration: number | null
  width: number | null
  height: number | null
  video_codec: string | null
  audio_codec: string | null
  created_at: MadeAt
  updated_at: ColumnType<Date, Date | undefined, Date>
}

export interface StoredChapter {
  /** Seconds. */
  start: number
  title: string
}

/** What a probe of this version found in a file. */
export interface StoredFacts {
  version: number
  facts: SourceFacts
}

export interface AssetsTable {
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
export interface UnfinishedFilesTable {
  key: string
  started_at: MadeAt
}

export interface DiscardedFilesTable {
  prefix: string
  discarded_at: MadeAt
}

/** Whether a file contains private data. */
export type Privacy = 'nothing' | 'something' | 'unknown'

interface StoredContent {
  etag: string
  hash: string
}

/** An upload. Its id becomes the video's. */
export interface UploadsTable {
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
  /** What its bytes are, in hexadecimal digits, and the tag of the file that was hashed. */
  content: ColumnType<StoredContent | null, string | undefined, string>
  /** The date of the video, if it is an older one than the upload. */
  published_at: ColumnType<Date | null, Date | undefined, never>
  created_at: MadeAt
  confirmed_at: Moment | null
}

interface StoredEmbedded {
  captions: { language: string; label: string; isDefault: boolean; content: string }[]
  chapters: StoredChapter[]
}

/** The new file of a video, while its job is under way. People watch the version before it. */
export interface ReplacementsTable {
  video_id: string
  user_id: string
  /** The key of the upload that it was. */
  upload_key: string
  original_key: string
  /** The type under which a browser plays it; null when none does. */
  original_mime: string | null
  original_name: string
  bytes: ColumnType<string, number, never>
  content_hash: Buffer | null
  /** Null for a file that no browser plays, which is not checked. */
  privacy: Privacy | null
  facts: ColumnType<StoredFacts | null, string | null | undefined, string>
  /** Its own captions and chapters, which become those of the video when it is published. */
  embedded: ColumnType<StoredEmbedded | null, undefined, string>
  duration: number
  width: number
  height: number
  video_codec: string
  audio_codec: string | null
  audio_language: string | null
  /** Of a replacement of a file by itself: the formats of the job before it, which it gets back if it fails. */
  former_formats: OutputFormat[] | null
  created_at: MadeAt
}

/** A link with its secret gives access to a private video. To revoke it is to delete it. */
export interface ShareLinksTable {
  id: string
  video_id: string
  token_hash: Buffer
  created_at: MadeAt
  expires_at: Moment
}

/** A person's key for playback tokens. */
export interface SigningKeysTable {
  id: string
  user_id: string
  name: string
  algorithm: SigningAlgorithm
  /** PEM; null for HS256. */
  public_key: string | null
  /** Encrypted, because tokens are checked with it; null for EdDSA. */
  secret: Buffer | null
  created_at: MadeAt
}

/** Who has used a playback token that is limited to some viewers. */
export interface TokenViewersTable {
  token_hash: Buffer
  viewer_hash: Buffer
  key_id: string
  expires_at: Moment
}

/** The words of public videos, maintained by triggers; see gallery/listing/search-videos. */
export interface OpenWordsTable {
  word: string
  video_id: string
}

/** A deleted video that can be restored; see video-trash/move-to-trash. */
export interface TrashedVideosTable {
  id: string
  user_id: string
  deleted_by: string
  deleted_at: MadeAt
  title: string
  visibility: 'public' | 'private'
  duration: number | null
  bytes: ColumnType<string, number, never>
  file_count: number
  /** The keys of its files in storage. */
  files: string[]
  created_at: ColumnType<Date, Date, never>
}

/** Its rows in all other tables, in the order in which they are inserted again. */
export interface TrashedRowsTable {
  video_id: string
  place: number
  table_name: string
  rows: ColumnType<unknown[], string, never>
}
