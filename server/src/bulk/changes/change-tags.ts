import { Failure } from '@video-forge/contract/errors'
import { tagsProblem } from '@video-forge/contract/text/tags'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import type { ChangeDeps, ChangeResult } from '../change-video.ts'

interface TagChange {
  action: 'add-tags' | 'remove-tags'
  /** Normalized. */
  tags: string[]
}

/** The others stay, in their order. */
export async function changeTags(
  { updateVideo }: Pick<ChangeDeps, 'updateVideo'>,
  transaction: Transaction<Tables>,
  id: string,
  { action, tags }: TagChange,
): Promise<ChangeResult> {
  const video = await transaction.selectFrom('videos').select('tags').where('id', '=', id).forUpdate().executeTakeFirst()
  const before = video?.tags ?? []
  const after = action === 'add-tags' ? [...new Set([...before, ...tags])] : before.filter((tag) => !tags.includes(tag))
  if (!video || after.length === before.length) {
    return { status: 'skipped', reason: action === 'add-tags' ? 'Has these tags already' : 'Has none of these tags' }
  }
  const problem = action === 'add-tags' && tagsProblem(after)
  if (problem) throw new Failure('INVALID_INPUT', `${problem}. This one has ${before.length} already.`)
  await updateVideo(transaction, id, { tags: after }, null)
  return { status: 'done' }
}
