import { Failure } from '@video-forge/contract/errors'
import { formatTable } from '@video-forge/contract/rules/formats'
import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import type { BulkActor, ChangeDeps, ChangeResult, ItemDetails, StoredRequest } from './change-deps.ts'
import { changeOwner } from './changes/change-owner.ts'
import { changeTags } from './changes/change-tags.ts'
import { changeVisibility } from './changes/change-visibility.ts'

const done: ChangeResult = { status: 'done' }
const forAdmins = () => new Failure('NOT_ALLOWED', 'Only admins can do this.')
const skipped = (reason: string): ChangeResult => ({ status: 'skipped', reason })

/** Does one change to one video. Done again after a crash, it finds its own result and is skipped, or changes nothing. */
export async function changeVideo(
  deps: ChangeDeps,
  actor: BulkActor,
  { id, ...meant }: { id: string } & ItemDetails,
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
    case 'drop-quality':
      if (!user.isAdmin) throw forAdmins()
      return inTransaction((transaction) => dropUnused(deps, transaction, id, { ...meant, unusedDays: change.unusedDays }))
    case 'change-owner':
      if (!user.isAdmin || ownerId === undefined) throw forAdmins()
      return inTransaction((transaction) => changeOwner(deps, transaction, id, ownerId))
    case 'delete':
      await deps.deleteVideo(id, actor.userId)
      return done
  }
}

async function dropUnused(
  { dropQuality, dropKeptAv1 }: ChangeDeps,
  transaction: Transaction<Tables>,
  id: string,
  { assetId, reencodeId, unusedDays }: ItemDetails & { unusedDays: number },
): Promise<ChangeResult> {
  if (reencodeId) {
    const result = await dropKeptAv1(transaction, id, { reencodeId, unusedDays })
    return result.isDropped ? dropped(`${formatTable[result.format].label} dropped in AV1`, result.bytes) : skipped(result.reason)
  }
  if (!assetId) return skipped('It has no quality that could be dropped')
  const result = await dropQuality(transaction, id, { assetId, unusedDays })
  if (!result.isDropped) return skipped(result.reason)
  const label = formatTable[result.format].label
  return dropped(result.keepsAv1 ? `${label} dropped in H.264, kept in AV1` : `${label} dropped`, result.bytes)
}

const dropped = (what: string, bytes: number): ChangeResult => ({ ...done, reason: `${what}, ${(bytes / 2 ** 20).toFixed(1)} MB freed` })
