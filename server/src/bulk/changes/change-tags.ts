import { Failure } from '@video-forge/contract/errors'
import { tagKey, tagNames, tagsProblem } from '@video-forge/contract/text/tags'
import type { Transaction } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { shownTags } from '../../platform/database/tag-columns.ts'
import type { ChangeDeps, ChangeResult } from '../change-deps.ts'

interface TagChange {
  action: 'add-tags' | 'remove-tags'
  /** In any spelling. */
  tags: string[]
}

/** The others stay, in their order. */
export async function changeTags(
  { updateVideo }: Pick<ChangeDeps, 'updateVideo'>,
  transaction: Transaction<Tables>,
  id: string,
  { action, tags }: TagChange,
): Promise<ChangeResult> {
  const video = await transaction.selectFrom('videos').select(['tags', 'tag_names']).where('id', '=', id).forUpdate().executeTakeFirst()
  const before = video ? shownTags(video) : []
  const named = new Set(tags.map(tagKey))
  const after = action === 'add-tags' ? tagNames([...before, ...tags]) : before.filter((tag) => !named.has(tagKey(tag)))
  if (!video || after.length === before.length) {
    return { status: 'skipped', reason: action === 'add-tags' ? 'Has these tags already' : 'Has none of these tags' }
  }
  const problem = action === 'add-tags' && tagsProblem(after)
  if (problem) throw new Failure('INVALID_INPUT', `${problem}. This one has ${before.length} already.`)
  await updateVideo(transaction, id, { tags: after }, null)
  return { status: 'done' }
}
