import type { Db } from '../../platform/database/database.ts'
import { isUuid } from '../../platform/database/uuid.ts'
import { isWatchableByAll } from '../../platform/database/visibility.ts'
import { describedColumns, type VideoRow } from '../describe-video.ts'

/** A public video that can be watched. Link previews and embeds show no other. */
export async function findPublicVideo(db: Db, id: string): Promise<VideoRow | undefined> {
  if (!isUuid(id.toLowerCase())) return undefined
  return db.selectFrom('videos').select(describedColumns).where('id', '=', id).where(isWatchableByAll).executeTakeFirst()
}

/** The size of a frame that fits the picture into the box. */
export function frameSize({ width, height }: VideoRow, box: { width: number; height: number }): { width: number; height: number } {
  const ratio = width && height ? width / height : 16 / 9
  const wide = Math.min(box.width, Math.round(box.height * ratio))
  return { width: wide, height: Math.round(wide / ratio) }
}
