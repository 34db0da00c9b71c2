import type { Db } from '../../platform/database/database.ts'
import { assetName, cardName, cardType, storyboardTrackName, trackType } from '../../platform/media-address.ts'

const earlyPictureTypes: Record<string, string> = {
  [assetName.THUMBNAIL]: 'image/jpeg',
  [cardName]: cardType,
  [assetName.STORYBOARD]: 'image/jpeg',
  [assetName.GIF]: 'image/gif',
  [storyboardTrackName]: trackType,
}

/** A picture that a running job has made already; the same file is published at its end. */
export async function earlyPicture(db: Db, videoId: string, name: string) {
  const contentType = earlyPictureTypes[name]
  if (!contentType) return undefined
  const part = await db
    .selectFrom('job_parts')
    .select('outcome')
    .where('job_id', '=', videoId)
    .where('kind', '=', 'extras')
    .where(({ not, exists, selectFrom }) => not(exists(selectFrom('replacements').select('video_id').where('video_id', '=', videoId))))
    .executeTakeFirst()
  const keyOf = (file: string) => part?.outcome?.files.find((each) => each.name === file)?.key
  const key = keyOf(name)
  if (key) return { key, etag: undefined, size: undefined, contentType }
  const thumbnail = name === cardName ? keyOf(assetName.THUMBNAIL) : undefined
  return thumbnail ? { key: thumbnail, etag: undefined, size: undefined, contentType: 'image/jpeg' } : undefined
}
