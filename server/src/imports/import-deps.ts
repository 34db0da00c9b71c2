import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { Chapter } from '@video-forge/contract/text/chapters'
import type { ContentHash } from '../platform/content/content-hash.ts'
import type { Db } from '../platform/database/database.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import type { ImportedCaption, VideoSettings } from './item.ts'

export interface DownloadOptions {
  signal: AbortSignal
  maxBytes: number
  headers?: Record<string, string>
  /** Only this part of it. */
  range?: { start: number; size: number }
  /** Hashes the file on its way. */
  hash?: ContentHash
  /** Called with what the server calls the file; undefined if it says nothing. */
  onContentType?: (type: string | undefined) => void
}

/** What lists and files are read with. */
export interface SourceDeps {
  scratch: string
  /** Through the guard against private networks. A Failure has the status of an answer that is no success as `extra.status`, and its Retry-After. */
  download: (url: string, path: string, options: DownloadOptions) => Promise<void>
  /** Folders from which admins may import, as the configuration names them. */
  folders: readonly string[]
}

interface NewFile {
  id: string
  userId: string
  filename: string
  path: string
  bytes: number
  contentHash: Buffer
}

interface NewVideo {
  s3Key: string
  title: string
  description: string
  language?: string | undefined
  createdAt: Date | undefined
}

interface NewJob {
  id: string
  s3Key: string
  formats: OutputFormat[]
  visibility: 'public' | 'private'
}

/** What other parts of the product do with an imported video. It takes the same way as an upload: quota, type, size, inspection. */
export interface ImportDeps extends SourceDeps {
  db: Db
  secrets: SecretBox
  maxUploadBytes: number
  /** Returns the key of the upload that the file has become. */
  takeFile: (file: NewFile) => Promise<string>
  /** Makes a private video of an upload; a second call changes nothing. */
  confirm: (userId: string, video: NewVideo, signal: AbortSignal) => Promise<void>
  describe: (videoId: string, details: { tags: string[]; chapters: Chapter[] }) => Promise<void>
  setSettings: (videoId: string, settings: Omit<VideoSettings, 'visibility'>) => Promise<void>
  addCaption: (videoId: string, caption: Omit<ImportedCaption, 'source'> & { label: string }, content: string) => Promise<void>
  setThumbnail: (videoId: string, userId: string, path: string, signal: AbortSignal) => Promise<void>
  /** Starts the job and sets the visibility; a second call changes nothing. */
  startJob: (userId: string, job: NewJob) => Promise<void>
}
