import { Failure } from '@video-forge/contract/errors'
import { type PlaylistVisibility, playlistRules, playlistSentences } from '@video-forge/contract/rules/playlist-rules'
import type { Caller } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { lockUser } from '../../platform/database/locks/lock-user.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { WriteAudit } from '../../platform/write-audit.ts'
import { viewerOf } from '../viewer.ts'
import { noSuchPlaylist, seePlaylist } from './see-playlist.ts'

interface PlaylistTexts {
  title: string
  description: string
  visibility: PlaylistVisibility
}

/** Counted while the person is locked, so that two requests cannot share the last place. */
export async function createPlaylist(db: Db, userId: string, texts: PlaylistTexts): Promise<string> {
  return db.transaction().execute(async (transaction) => {
    await lockUser(transaction, userId)
    const { count } = await transaction
      .selectFrom('playlists')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('user_id', '=', userId)
      .where('kind', '=', 'list')
      .executeTakeFirstOrThrow()
    if (Number(count) >= playlistRules.maxPlaylists) throw new Failure('CONFLICT', playlistSentences.tooMany)
    const id = newId()
    await transaction
      .insertInto('playlists')
      .values({ id, user_id: userId, ...texts })
      .execute()
    return id
  })
}

/** Only the owner may change a playlist. To others a private one does not exist. */
export async function requirePlaylist(db: Db, id: string, caller: Caller) {
  const row = await seePlaylist(db, id, viewerOf(caller))
  if (row.user_id !== caller.userId) throw new Failure('NOT_ALLOWED', 'Only the owner of this playlist can do this.')
  return row
}

type Change = { [Key in keyof PlaylistTexts]?: PlaylistTexts[Key] | undefined }

export async function updatePlaylist(db: Db, id: string, caller: Caller, { title, description, visibility }: Change): Promise<void> {
  const { kind } = await requirePlaylist(db, id, caller)
  if (kind === 'watch-later') throw new Failure('CONFLICT', playlistSentences.watchLaterStays)
  await db
    .updateTable('playlists')
    .set({
      ...(title !== undefined && { title }),
      ...(description !== undefined && { description }),
      ...(visibility !== undefined && { visibility }),
      updated_at: new Date(),
    })
    .where('id', '=', id)
    .where('user_id', '=', caller.userId)
    .execute()
}

/** Admins may also delete what others have published. */
export async function deletePlaylist({ db, audit }: { db: Db; audit: WriteAudit }, id: string, caller: Caller): Promise<void> {
  const viewer = viewerOf(caller)
  const { kind, user_id: owner, title } = viewer.isAdmin ? await seePlaylist(db, id, viewer) : await requirePlaylist(db, id, caller)
  if (kind === 'watch-later') throw new Failure('CONFLICT', playlistSentences.watchLaterNotDeleted)
  await db.transaction().execute(async (transaction) => {
    const { numDeletedRows } = await transaction.deleteFrom('playlists').where('id', '=', id).executeTakeFirst()
    if (numDeletedRows === 0n) throw noSuchPlaylist()
    if (owner === caller.userId) return
    await audit(transaction, { actorId: caller.userId, action: 'playlist.delete', target: title, details: { playlist: id, owner } })
  })
}
