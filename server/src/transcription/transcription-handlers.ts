import type { CaptionMode } from '@video-forge/contract/captions/caption-choice'
import { languageName } from '@video-forge/contract/captions/languages'
import { Failure } from '@video-forge/contract/errors'
import type { Caller, Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { readLanguages } from './site-speech.ts'
import { hasLanguage } from './speech-model.ts'
import { cancelTranscription, requestTranscription } from './transcriptions.ts'

type TranscriptionKeys =
  | 'GET /captions/automatic'
  | 'POST /gallery/videos/{id}/captions/automatic'
  | 'DELETE /gallery/videos/{id}/captions/automatic'

export interface SpeechSettings {
  db: Db
  mode: CaptionMode
  siteLanguage: string | undefined
  /** Whether a model other than the English one is set up. Which languages it has is known to the workers. */
  hasOwnModel: boolean
}

interface TranscriptionDeps extends SpeechSettings {
  /** Rejects everybody but the owner and admins. */
  requireOwner: (id: string, caller: Caller) => Promise<void>
}

export function transcriptionHandlers({ requireOwner, ...settings }: TranscriptionDeps): Handlers<TranscriptionKeys> {
  const { db, mode, siteLanguage, hasOwnModel } = settings
  return {
    'GET /captions/automatic': async () => ({
      mode,
      languages: mode === 'off' ? [] : ((await readLanguages(db, hasOwnModel)) ?? []),
      siteLanguage: siteLanguage ?? null,
    }),

    'POST /gallery/videos/{id}/captions/automatic': async ({ params, body, caller }) => {
      await requireOwner(params.id, caller)
      const language = await languageToMake(settings, params.id, body.language)
      return { transcription: await requestTranscription(db, params.id, language) }
    },

    'DELETE /gallery/videos/{id}/captions/automatic': async ({ params, caller }) => {
      await requireOwner(params.id, caller)
      await cancelTranscription(db, params.id)
      return { result: { id: params.id } }
    },
  }
}

/** The wanted language, or else the one that is probably spoken. Rejects where this site cannot make captions in it. */
export async function languageToMake(
  { db, mode, siteLanguage, hasOwnModel }: SpeechSettings,
  videoId: string,
  wanted: string | undefined,
): Promise<string> {
  if (mode === 'off') throw new Failure('UNAVAILABLE', 'Automatic captions are switched off on this site.')
  const languages = await readLanguages(db, hasOwnModel)
  if (languages?.length === 0)
    throw new Failure('UNAVAILABLE', 'Automatic captions cannot be made on this site at the moment. Ask its admin, who sees why.')
  if (wanted === undefined) return (await probableLanguage(db, videoId, siteLanguage, languages)) ?? languages?.[0] ?? 'en'
  if (languages && !hasLanguage(languages, wanted)) throw new Failure('CONFLICT', lacksLanguage(languages, wanted))
  return wanted
}

async function probableLanguage(db: Db, videoId: string, siteLanguage: string | undefined, languages: readonly string[] | undefined) {
  const video = await db.selectFrom('videos').select(['spoken_language', 'audio_language']).where('id', '=', videoId).executeTakeFirst()
  const told = [video?.spoken_language, video?.audio_language, siteLanguage]
  return told.find((code) => code && (!languages || hasLanguage(languages, code)))
}

const maxNamed = 5

function lacksLanguage(languages: readonly string[], wanted: string): string {
  if (languages.length > maxNamed) return `Automatic captions cannot be made in ${languageName(wanted)} on this site.`
  const names = new Intl.ListFormat('en', { type: 'conjunction' }).format(languages.map((code) => languageName(code)))
  return `Automatic captions are made in ${names} on this site.`
}
