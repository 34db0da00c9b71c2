import { Failure } from '@video-forge/contract/errors'
import type { Group } from '@video-forge/contract/rules/access'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import type { Transaction } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { StoredRequest } from './bulk-kind.ts'
import { changeOwner } from './changes/change-owner.ts'
import { changeTags } from './changes/change-tags.ts'
import { changeVisibility } from './changes/change-visibility.ts'

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
  restoreVideo: (transaction: Transaction<Tables>, id: string, user: TrashUser) => Promise<void>
  eraseVideo: (transaction: Transaction<Tables>, id: string, user: TrashUser) => Promise<void>
  /** Starts the job of a video again for qualities that it lacks; false if it lacks none that can be made. */
  makeFormats: (transaction: Transaction<Tables>, id: string, formats: readonly OutputFormat[]) => Promise<boolean>
  /** Asks for automatic captions; false if there are some, or they are being made. */
  makeCaptions: (id: string, language: string | undefined) => Promise<boolean>
  /** In a playlist of the person; false if it is in it already. */
  addToPlaylist: (playlistId: string, id: string, actor: BulkActor) => Promise<boolean>
  /** False if it is not in it. */
  removeFromPlaylist: (playlistId: string, id: string, actor: BulkActor) => Promise<boolean>
  /** Rejects if the person's quota does not allow so many more bytes. */
  checkSpace: (transaction: Transaction<Tables>, userId: string, more: { bytes: number }) => Promise<void>
}

export interface ChangeResult {
  status: 'done' | 'skipped'
  reason?: string
}

const done: ChangeResult = { status: 'done' }
const skipped = (reason: string): ChangeResult => ({ status: 'skipped', reason })

/** Does one change to one video. Done again after a crash, it finds its own result and is skipped, or changes nothing. */
export async function changeVideo(
  deps: ChangeDeps,
  actor: BulkActor,
  id: string,
  { change, ownerId }: StoredRequest,
): Promise<ChangeResult> {
  const user = { userId: actor.userId, isAdmin: mayManageVideos(actor.groups) }
  const inTransaction = <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => deps.db.transaction().execute(work)
  if (change.action === 'restore' || change.action === 'erase') {
    const act = change.action === 'restore' ? deps.restoreVideo : deps.eraseVideo
    await inTransaction((transaction) => act(transaction, id, user))
    return done
  }
  await deps.requireOwner(id, actor)
  switch (change.action) {
    case 'visibility':
      return changeVisibility(deps, id, change.visibility)
    case 'add-tags':
    case 'remove-tags':
      return inTransaction((transaction) => changeTags(deps, transaction, id, change))
    case 'add-to-playlist':
      return (await deps.addToPlaylist(change.playlistId, id, actor)) ? done : skipped('Already in this playlist')
    case 'remove-from-playlist':
      return (await deps.removeFromPlaylist(change.playlistId, id, actor)) ? done : skipped('Not in this playlist')
    case 'make-formats': {
      const isStarted = await inTransaction((transaction) => deps.makeFormats(transaction, id, change.formats))
      return isStarted ? done : skipped('It has these qualities, or its original has too little detail for them')
    }
    case 'make-captions':
      return (await deps.makeCaptions(id, change.language)) ? done : skipped('It has captions in this language')
    case 'change-owner':
      if (!user.isAdmin || ownerId === undefined) throw new Failure('NOT_ALLOWED', 'Only admins can do this.')
      return inTransaction((transaction) => changeOwner(deps, transaction, id, ownerId))
    case 'delete':
      await deps.deleteVideo(id, actor.userId)
      return done
  }
}
