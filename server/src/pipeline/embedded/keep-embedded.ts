import { captionRules } from '@video-forge/contract/captions/caption-rules'
import { freeLabel } from '@video-forge/contract/captions/free-label'
import { chaptersInDescription } from '@video-forge/contract/text/chapters'
import type { Transaction } from 'kysely'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import type { Embedded } from '../ledger.ts'

/**
 * Stores the captions and chapters of a source with its video, in the transaction of the caller. Done once for each original: what its owner
 * changes or deletes afterwards stays so. Chapters are stored only where the owner has set none.
 */
export async function keepEmbedded(transaction: Transaction<Tables>, videoId: string, { captions, chapters }: Embedded): Promise<void> {
  const video = await transaction
    .selectFrom('videos')
    .select(['original_key', 'embedded_key', 'chapters', 'description', 'duration'])
    .where('id', '=', videoId)
    .forUpdate()
    .executeTakeFirst()
  if (!video?.original_key || video.embedded_key === video.original_key) return
  // Those of an earlier original fit no more, unless somebody has worked on them.
  await transaction
    .deleteFrom('captions')
    .where('video_id', '=', videoId)
    .where('source', '=', 'embedded')
    .where('is_reviewed', '=', false)
    .execute()
  await insertCaptions(transaction, videoId, captions)
  const hasChapters = video.chapters.length > 0 || chaptersInDescription(video.description, video.duration).length > 0
  await transaction
    .updateTable('videos')
    .set({
      embedded_key: video.original_key,
      ...(chapters.length > 0 && !hasChapters && { chapters: JSON.stringify(chapters) }),
      updated_at: new Date(),
    })
    .where('id', '=', videoId)
    .execute()
}

async function insertCaptions(transaction: Transaction<Tables>, videoId: string, captions: Embedded['captions']): Promise<void> {
  const known = await transaction
    .selectFrom('captions')
    .select(['language', 'label', 'source', 'is_default'])
    .where('video_id', '=', videoId)
    .execute()
  let hasDefault = known.some(({ is_default }) => is_default)
  const taken = known.filter(({ source }) => source === 'embedded').map(({ language, label }) => ({ language, label }))
  for (const caption of captions.slice(0, captionRules.maxPerVideo - known.length)) {
    const { language, content } = caption
    const label = freeLabel(
      caption.label,
      taken.filter((each) => each.language === language).map((each) => each.label),
    )
    taken.push({ language, label })
    const is_default = caption.isDefault && !hasDefault
    hasDefault ||= is_default
    const values = { id: newId(), video_id: videoId, language, label, source: 'embedded' as const, is_default, content }
    await transaction
      .insertInto('captions')
      .values({ ...values, bytes: Buffer.byteLength(content) })
      .execute()
  }
}
