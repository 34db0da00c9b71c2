import { Failure } from '@video-forge/contract/errors'
import { actsAsAdmin } from '@video-forge/contract/rules/permissions'
import type { Transaction } from 'kysely'
import type { Caller, Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'
import type { WriteAudit } from '../platform/write-audit.ts'
import { listTrash } from './list-trash.ts'
import { eraseVideo, restoreVideo, type TrashedBy, type TrashUser } from './trashed-video.ts'

type TrashKeys = 'GET /trash' | 'POST /trash/{id}/restore' | 'DELETE /trash/{id}'

interface TrashDeps {
  db: Db
  mayStart: Parameters<typeof restoreVideo>[0]['mayStart']
  /** Called as soon as a video is there again. */
  onVideoChange: () => void
  audit: WriteAudit
}

/** Deleted videos, for their owners. Admins may list, restore and erase those of others. */
export function trashHandlers(deps: TrashDeps): Handlers<TrashKeys> {
  const { db, onVideoChange, audit } = deps
  const change = (
    action: 'video.restore' | 'video.erase',
    id: string,
    caller: Caller,
    work: (transaction: Transaction<Tables>, user: TrashUser) => Promise<TrashedBy>,
  ) =>
    db.transaction().execute(async (transaction) => {
      const { userId } = caller
      const { ownerId, title } = await work(transaction, { userId, isAdmin: actsAsAdmin(caller) })
      if (ownerId !== userId) await audit(transaction, { actorId: userId, action, target: title, details: { video: id, owner: ownerId } })
      return { result: { id } }
    })
  return {
    'GET /trash': async ({ query, caller }) => {
      const everyone = query.everyone === 'true'
      if (everyone && !actsAsAdmin(caller)) throw new Failure('NOT_ALLOWED', 'Only admins can do this.')
      return listTrash(db, { ...query, everyone, userId: caller.userId })
    },

    'POST /trash/{id}/restore': async ({ params: { id }, caller }) => {
      const answer = await change('video.restore', id, caller, (transaction, user) => restoreVideo(deps, transaction, id, user))
      onVideoChange()
      return answer
    },

    'DELETE /trash/{id}': ({ params: { id }, caller }) =>
      change('video.erase', id, caller, (transaction, user) => eraseVideo(transaction, id, user)),
  }
}
