import { shownVisibility } from '../../platform/database/visibility.ts'
import type { ChangeDeps, ChangeResult } from '../change-deps.ts'

export async function changeVisibility(
  { db, updateVideo, shareOriginal }: ChangeDeps,
  id: string,
  visibility: 'public' | 'private',
): Promise<ChangeResult> {
  const isChanged = await db.transaction().execute(async (transaction) => {
    const video = await transaction
      .selectFrom('videos')
      .select(['visibility', 'opens_by_password'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!video || shownVisibility(video) === visibility) return false
    await updateVideo(transaction, id, { visibility }, null)
    return true
  })
  if (!isChanged) return { status: 'skipped', reason: `Already ${visibility}` }
  if (visibility === 'public') await shareOriginal(id)
  return { status: 'done' }
}
