import type { Group } from '@video-forge/contract/rules/access'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { BulkChange } from '@video-forge/contract/text/bulk-words'
import type { Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** As it is stored with the task. */
export interface StoredRequest {
  change: BulkChange
  /** Whether it was asked for with the rights of an admin: a key of theirs may not have them. */
  asAdmin: boolean
  /** The new owner, where the change is that. */
  ownerId?: string
}

/** As it is stored with each video of the task. */
export interface ItemDetails {
  /** The quality that is dropped, where the change is that. */
  assetId?: string | null | undefined
  /** Instead of it: the version in AV1 of a quality that was dropped before. */
  reencodeId?: string | null | undefined
}

/** Who asked for the change. */
export interface BulkActor {
  userId: string
  groups: Group[]
}

interface TrashUser {
  userId: string
  isAdmin: boolean
}

/** The functions of the single changes. */
export interface ChangeDeps {
  db: Db
  /** Rejects everybody but the owner and admins. */
  requireOwner: (id: string, actor: BulkActor) => Promise<unknown>
  updateVideo: (
    transaction: Transaction<Tables>,
    id: string,
    change: { visibility?: 'public' | 'private'; tags?: string[] },
    duration: null,
  ) => Promise<void>
  /** Makes the shareable copy of the original of a video that became public. Never fails. */
  shareOriginal: (id: string) => Promise<void>
  deleteVideo: (id: string, deletedBy: string) => Promise<void>
  restoreVideo: (transaction: Transaction<Tables>, id: string, user: TrashUser) => Promise<unknown>
  eraseVideo: (transaction: Transaction<Tables>, id: string, user: TrashUser) => Promise<unknown>
  /** Starts the job of a video again for qualities that it lacks; false if it lacks none that can be made. */
  makeFormats: (transaction: Transaction<Tables>, id: string, formats: readonly OutputFormat[]) => Promise<boolean>
  /** Deletes this tallest quality of a video for good if nobody has played it for so many days; otherwise why it stays. */
  dropQuality: (transaction: Transaction<Tables>, id: string, meant: { assetId: string; unusedDays: number }) => Promise<DropResult>
  /** The same for a version in AV1 that stayed when its quality was dropped. */
  dropKeptAv1: (transaction: Transaction<Tables>, id: string, meant: { reencodeId: string; unusedDays: number }) => Promise<DropAv1Result>
  /** Asks for automatic captions; false if there are some, or they are being made. */
  makeCaptions: (id: string, language: string | undefined) => Promise<boolean>
  /** In a playlist of the person; false if it is in it already. */
  addToPlaylist: (playlistId: string, id: string, actor: BulkActor) => Promise<boolean>
  /** False if it is not in it. */
  removeFromPlaylist: (playlistId: string, id: string, actor: BulkActor) => Promise<boolean>
  /** Rejects if the person's quota does not allow so many more bytes. */
  checkSpace: (transaction: Transaction<Tables>, userId: string, more: { bytes: number }) => Promise<void>
}

type DropResult = { isDropped: true; format: OutputFormat; bytes: number; keepsAv1: boolean } | { isDropped: false; reason: string }
type DropAv1Result = { isDropped: true; format: OutputFormat; bytes: number } | { isDropped: false; reason: string }

export interface ChangeResult {
  status: 'done' | 'skipped'
  reason?: string
}
