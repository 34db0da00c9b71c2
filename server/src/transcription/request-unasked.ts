import { baseLanguage } from '@video-forge/contract/captions/base-language'
import type { CaptionMode } from '@video-forge/contract/captions/caption-choice'
import type { Transaction } from 'kysely'
import type { Tables } from '../platform/database/tables.ts'
import { hasLanguage } from './speech-model.ts'
import { writeRequest } from './transcriptions.ts'

export interface UnaskedRules {
  mode: CaptionMode
  /** What is spoken where neither the owner nor the file says it. */
  siteLanguage: string | undefined
  /** Those of the model. */
  languages: readonly string[]
}

/**
 * Asks for captions that nobody asked for, in the transaction of the caller: only where it is known which language is spoken, because
 * models take any language for their own and write fluent nonsense. `heard` is the language of captions that were made, or being made, of the
 * file before this one: they are made again, also where captions are made only when somebody asks.
 */
export async function requestUnasked(
  transaction: Transaction<Tables>,
  videoId: string,
  { mode, siteLanguage, languages }: UnaskedRules,
  heard?: string,
): Promise<void> {
  if (mode === 'off' || (mode === 'manual' && heard === undefined)) return
  const video = await transaction
    .selectFrom('videos')
    .select(['user_id', 'status', 'audio_codec', 'auto_captions', 'spoken_language', 'audio_language'])
    .where('id', '=', videoId)
    .executeTakeFirst()
  if (video?.status !== 'ready' || !video.audio_codec || !(video.auto_captions || heard)) return
  // The tag is about this file, the setting about all: where both are there, the tag counts.
  const language = video.spoken_language ?? heard ?? video.audio_language ?? siteLanguage
  if (!language || !hasLanguage(languages, language)) return
  const captions = await transaction.selectFrom('captions').select('language').where('video_id', '=', videoId).execute()
  if (captions.some((caption) => baseLanguage(caption.language) === baseLanguage(language))) return
  await writeRequest(transaction, { videoId, userId: video.user_id, language, isAsked: false })
}
