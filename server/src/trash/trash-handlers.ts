import { mayManageVideos } from '@video-forge/contract/rules/permissions'
import type { Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { listTrash } from './list-trash.ts'
import { eraseVideo, restoreVideo } from './trashed-video.ts'

type TrashKeys = 'GET /trash' | 'POST /trash/{id}/restore' | 'DELETE /trash/{id}'

interface TrashDeps {
  db: Db
  mayStart: Parameters<typeof restoreVideo>[0]['mayStart']
  /** Called as soon as a video is there again. */
  onVideoChange: () => void
}

/** Deleted videos, for their owners. Admins may restore and erase those of others, by their ids. */
export function trashHandlers(deps: TrashDeps): Handlers<TrashKeys> {
  const { db, onVideoChange } = deps
  const userOf = ({ userId, groups }: { userId: string; groups: Parameters<typeof mayManageVideos>[0] }) => ({
    userId,
    isAdmin: mayManageVideos(groups),
  })
  return {
    'GET /trash': ({ query, caller }) => listTrash(db, caller.userId, query),

    'POST /trash/{id}/restore': async ({ params, caller }) => {
      await db.transaction().execute((transaction) => restoreVideo(deps, transaction, params.id, userOf(caller)))
      onVideoChange()
      return { result: { id: params.id } }
    },

    'DELETE /trash/{id}': async ({ params, caller }) => {
      await db.transaction().execute((transaction) => eraseVideo(transaction, params.id, userOf(caller)))
      return { result: { id: params.id } }
    },
  }
}
