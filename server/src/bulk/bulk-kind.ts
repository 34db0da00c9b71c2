import { Failure } from '@video-forge/contract/errors'
import type { Db } from '../platform/database/database.ts'
import type { ItemResult, TaskKind } from '../platform/tasks/task-kind.ts'
import type { BulkActor, ChangeDeps, ItemDetails, StoredRequest } from './change-deps.ts'
import { changeVideo } from './change-video.ts'
import { isDoneAlready } from './done-already.ts'

/** Each video is changed in one transaction, by the functions of the single call, with the rights that the person has then. */
export const bulkKind = (deps: ChangeDeps): TaskKind<StoredRequest, ItemDetails> => ({
  name: 'bulk',
  atOnce: 2,
  // The videos were stored with the task.
  async *list() {},
  run: async ({ userId, request }, { key, details, isRepeated }): Promise<ItemResult> => {
    const actor = await readActor(deps.db, userId, request)
    if (isRepeated && (await isDoneAlready(deps.db, actor, key, request.change))) return { videoId: key, status: 'done' }
    return { videoId: key, ...(await changeVideo(deps, actor, { id: key, ...details }, request)) }
  },
})

/** Read for each video: a person may lose their rights while a task runs. */
async function readActor(db: Db, userId: string, { asAdmin }: StoredRequest): Promise<BulkActor> {
  const user = await db.selectFrom('users').select(['groups', 'disabled_at']).where('id', '=', userId).executeTakeFirst()
  if (!user || user.disabled_at) throw new Failure('NOT_ALLOWED', 'The account that asked for this is disabled.')
  return { userId, groups: asAdmin ? user.groups : user.groups.filter((group) => group !== 'admin') }
}
