import { Failure } from '@video-forge/contract/errors'
import type { Caller, Handlers } from '../http/api/handlers.ts'
import type { Db } from '../platform/database/database.ts'
import { cancelTranscription, requestTranscription } from './transcriptions.ts'

type TranscriptionKeys = 'POST /gallery/videos/{id}/captions/automatic' | 'DELETE /gallery/videos/{id}/captions/automatic'

interface TranscriptionDeps {
  db: Db
  isOffered: boolean
  /** Whether a model other than the English one is set up. Which languages it has is known to the workers. */
  hasOwnModel: boolean
  /** Rejects everybody but the owner and admins. */
  requireOwner: (id: string, caller: Caller) => Promise<void>
}

const ownLanguage = 'en'

export function transcriptionHandlers({ db, isOffered, hasOwnModel, requireOwner }: TranscriptionDeps): Handlers<TranscriptionKeys> {
  return {
    'POST /gallery/videos/{id}/captions/automatic': async ({ params, body, caller }) => {
      await requireOwner(params.id, caller)
      if (!isOffered) throw new Failure('UNAVAILABLE', 'Automatic captions are switched off on this site.')
      const language = body.language ?? ownLanguage
      if (!hasOwnModel && language.split('-', 1)[0] !== ownLanguage)
        throw new Failure('CONFLICT', 'Automatic captions are made in English on this site.')
      return { transcription: await requestTranscription(db, params.id, language) }
    },

    'DELETE /gallery/videos/{id}/captions/automatic': async ({ params, caller }) => {
      await requireOwner(params.id, caller)
      await cancelTranscription(db, params.id)
      return { result: { id: params.id } }
    },
  }
}
