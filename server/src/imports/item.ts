import { createHash } from 'node:crypto'
import type { CaptionSource } from '@video-forge/contract/captions/caption-rules'
import type { PlaylistVisibility } from '@video-forge/contract/rules/playlist-rules'
import type { Chapter } from '@video-forge/contract/text/chapters'
import { isLink } from './links.ts'

/** A part of what is at an address. */
interface FileRange {
  start: number
  size: number
}

/** Where the bytes of a file come from. `needsToken`: with the access of the import, such as a token for private videos. */
export type FileSource =
  | { from: 'url'; url: string; needsToken?: boolean; range?: FileRange }
  | { from: 'folder'; path: string }
  | { from: 's3'; key: string }

export interface ImportedCaption {
  language: string
  label?: string
  source: FileSource
  /** How it was made; by a person unless the source says otherwise. */
  origin?: CaptionSource
  isDefault?: boolean
  /** Somebody has corrected what was not written by a person. */
  isReviewed?: boolean
}

/** Who may save and embed a video, and what they see of its numbers, where the source says it. */
export interface VideoSettings {
  allowDownload?: boolean
  showViews?: boolean
  showHeat?: boolean
  embedDomains?: string[]
  /** For whom it is together with `embedDomains`; alone it would be open to every site. */
  visibility?: 'public' | 'private'
}

/** A video of a source, as a reader found it. */
export interface ImportItem {
  /** Identifies it in all imports of a person; see `keyOf`. */
  key: string
  /** The key that earlier versions gave it, if they gave it another one. */
  formerKey?: string
  /** What people read in the report: its address without secrets, or its path. */
  label: string
  /** Null until the reader's `complete` has found the file. */
  source: FileSource | null
  /** The name of the file, for its type. */
  filename: string
  title: string
  description: string
  tags: string[]
  /** ISO 8601; null if the source does not say. */
  date: string | null
  /** As at the source. Null if the source does not say; everything but public counts as private. */
  visibility: 'public' | 'private' | null
  settings?: VideoSettings
  /** What is spoken. BCP 47. */
  language?: string
  captions: ImportedCaption[]
  thumbnail: FileSource | null
  chapters: Chapter[]
  /** Where a file of chapters is, until the reader's `complete` has read it. */
  chaptersUrl?: string
  /** Names under which others know it, such as `peertube/{uuid}`; see old-addresses. */
  oldAddresses: string[]
  bytes: number | null
  seconds: number | null
  /** What its owner should know about it, as sentences for the report. */
  notes?: string[]
  /** Why it cannot be imported, as a sentence. */
  problem?: string
}

/** A playlist of a source, with the keys of its videos in their order. */
export interface ImportedPlaylist {
  key: string
  title: string
  description: string
  visibility: PlaylistVisibility
  /** Each person has one `watch-later`, to which its videos are added. */
  kind?: 'list' | 'watch-later'
  videoKeys: string[]
}

/** An index of PostgreSQL takes no longer text. */
const maxKeyLength = 500

const hashed = (kind: string, key: string): string => `${kind}:sha256:${createHash('sha256').update(key).digest('hex')}`

export const keyOf = (kind: string, ...parts: string[]): string => {
  const key = [kind, ...parts].join(':')
  return key.length <= maxKeyLength ? key : hashed(kind, key)
}

/** The same for what may be identified by its address, which nobody can read in the key. */
export function linkKeyOf(kind: string, ...parts: string[]): Pick<ImportItem, 'key' | 'formerKey'> {
  const key = [kind, ...parts].join(':')
  return parts.some(isLink) ? { key: hashed(kind, key), formerKey: keyOf(kind, ...parts) } : { key: keyOf(kind, ...parts) }
}

/** An item with nothing but its name. */
export const emptyItem = (key: string, label: string): ImportItem => ({
  key,
  label,
  source: null,
  filename: '',
  title: '',
  description: '',
  tags: [],
  date: null,
  visibility: null,
  captions: [],
  thumbnail: null,
  chapters: [],
  oldAddresses: [],
  bytes: null,
  seconds: null,
})
