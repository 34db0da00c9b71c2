import { captionRules } from '@video-forge/contract/captions/caption-rules'
import { cleanCueText } from '@video-forge/contract/captions/cue-text'
import { languageName } from '@video-forge/contract/captions/languages'
import { toWebVtt } from '@video-forge/contract/captions/write-captions'
import type { Transcript } from '@video-forge/media/run/speech/transcribe'
import type { Db } from '../platform/database/database.ts'
import { lockUser } from '../platform/database/locks/lock-user.ts'
import { newId } from '../platform/database/new-id.ts'
import type { Lease } from './transcriptions.ts'

/**
 * Stores what was said as captions and ends the request, in one transaction; nothing when the lease is lost. Earlier automatic captions
 * that nobody has corrected are replaced.
 */
export function storeTranscript(db: Db, lease: Lease, { cues, language = lease.language }: Transcript): Promise<void> {
  const { videoId } = lease
  const content = toWebVtt(cues.map(({ start, end, text }) => ({ start, end, text: cleanCueText(text), settings: '' })))
  const bytes = Buffer.byteLength(content)
  return db.transaction().execute(async (transaction) => {
    const video = await transaction.selectFrom('videos').select('user_id').where('id', '=', videoId).executeTakeFirst()
    if (!video) return
    await lockUser(transaction, video.user_id)
    const request = transaction.deleteFrom('transcriptions').where('video_id', '=', videoId).where('lease', '=', lease.id)
    if ((await request.executeTakeFirst()).numDeletedRows === 0n) return
    await transaction
      .deleteFrom('captions')
      .where('video_id', '=', videoId)
      .where('language', '=', language)
      .where('source', '=', 'automatic')
      .where('is_reviewed', '=', false)
      .execute()
    const known = await transaction.selectFrom('captions').select(['language', 'source']).where('video_id', '=', videoId).execute()
    // What somebody has corrected is better than what we would add.
    const isCorrected = known.some((each) => each.source === 'automatic' && each.language === language)
    if (isCorrected || known.length >= captionRules.maxPerVideo || bytes > captionRules.maxBytes) return
    const label = languageName(language)
    await transaction
      .insertInto('captions')
      .values({ id: newId(), video_id: videoId, language, label, source: 'automatic', is_default: known.length === 0, content, bytes })
      .execute()
  })
}
