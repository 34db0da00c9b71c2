import type { Transcription } from '@video-forge/contract/captions'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import { requireOwner } from '../edit-video.ts'
import type { Grants } from '../grants.ts'
import type { ReadViewer } from '../protection/read-viewer.ts'
import { type SeenVideo, seeVideo } from '../see-video.ts'
import { personRight } from '../viewer.ts'
import { type CaptionRow, captionBases, describeCaption, listCaptions } from './describe-caption.ts'
import { fileWish, readText } from './sent-file.ts'
import { addCaption, changeCaption, deleteCaption, readContent, replaceText, type StoreDeps } from './store-captions.ts'
import { readTranscript } from './transcript.ts'

type CaptionKeys =
  | 'GET /gallery/videos/{id}/captions'
  | 'POST /gallery/videos/{id}/captions'
  | 'PATCH /gallery/videos/{id}/captions/{captionId}'
  | 'PUT /gallery/videos/{id}/captions/{captionId}'
  | 'DELETE /gallery/videos/{id}/captions/{captionId}'
  | 'GET /gallery/videos/{id}/transcript'

export interface CaptionDeps extends StoreDeps {
  grants: Grants
  readViewer: ReadViewer
  /** Automatic captions that are being made of a video. */
  readTranscription: (videoId: string) => Promise<Transcription | null>
  /** Whether this site makes automatic captions. */
  canTranscribe: boolean
  /** The languages in which it makes them. */
  readLanguages: () => Promise<string[]>
}

/** Everybody who may watch a video may read its captions; its owner and admins change them. */
export function captionHandlers(deps: CaptionDeps): Handlers<CaptionKeys> {
  const { db, grants } = deps
  const forOwner = (row: CaptionRow, video: SeenVideo['video'], origin: string, personId: string) =>
    describeCaption(row, captionBases({ grants, origin }, video, personRight(video, personId)))
  return {
    'GET /gallery/videos/{id}/captions': async ({ params, ...request }) => {
      const seen = await seeVideo(db, params.id, await deps.readViewer(params.id, request))
      if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
      const bases = captionBases({ grants, origin: request.facts.origin }, seen.video, seen.right)
      const isOwner = seen.right.personId !== null
      // First, so that captions that are finished in between are in the list.
      const transcription = isOwner ? await deps.readTranscription(params.id) : null
      const canTranscribe = deps.canTranscribe && isOwner && seen.video.status === 'ready' && seen.video.audio_codec !== null
      return {
        captions: (await listCaptions(db, params.id)).map((row) => describeCaption(row, bases)),
        transcription,
        canTranscribe,
        languages: canTranscribe ? await deps.readLanguages() : [],
      }
    },

    'POST /gallery/videos/{id}/captions': async ({ params, query, body, file, caller, facts }) => {
      const video = await requireOwner(db, params.id, caller)
      const sent = file ? { ...fileWish(query), content: await readText(file) } : body
      const read = readContent(sent.content)
      const row = await addCaption(deps, params.id, sent, read)
      return { caption: forOwner(row, video, facts.origin, caller.userId), notes: read.notes }
    },

    'PATCH /gallery/videos/{id}/captions/{captionId}': async ({ params, body, caller, facts }) => {
      const video = await requireOwner(db, params.id, caller)
      const row = await changeCaption(db, params.id, params.captionId, body)
      return { caption: forOwner(row, video, facts.origin, caller.userId) }
    },

    'PUT /gallery/videos/{id}/captions/{captionId}': async ({ params, body, caller, facts }) => {
      const video = await requireOwner(db, params.id, caller)
      const read = readContent(body.content)
      const row = await replaceText(deps, params.id, params.captionId, { ...read, version: body.version })
      return { caption: forOwner(row, video, facts.origin, caller.userId), notes: read.notes }
    },

    'DELETE /gallery/videos/{id}/captions/{captionId}': async ({ params, caller }) => {
      await requireOwner(db, params.id, caller)
      await deleteCaption(db, params.id, params.captionId)
      return { result: { id: params.captionId } }
    },

    'GET /gallery/videos/{id}/transcript': async ({ params, query, caller, facts }) => {
      const seen = await seeVideo(db, params.id, await deps.readViewer(params.id, { query, caller, facts }))
      if (!seen) throw new Failure('NOT_FOUND', sentences.videoNotFound)
      return readTranscript(db, params.id, query)
    },
  }
}
