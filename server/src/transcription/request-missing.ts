import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { languageToMake, type SpeechSettings } from './transcription-handlers.ts'
import { readTranscription, requestTranscription } from './transcriptions.ts'

/** Asks for automatic captions of a video that has none in the language; false if it has, or they are being made. */
export async function requestMissing(settings: SpeechSettings, videoId: string, wanted: string | undefined): Promise<boolean> {
  const { db } = settings
  const language = await languageToMake(settings, videoId, wanted)
  const captions = await db.selectFrom('captions').select('language').where('video_id', '=', videoId).execute()
  if (captions.some((caption) => baseLanguage(caption.language) === baseLanguage(language))) return false
  const known = await readTranscription(db, videoId)
  if (known && known.status !== 'failed') return false
  await requestTranscription(db, videoId, language)
  return true
}
