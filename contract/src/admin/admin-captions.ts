import * as z from 'zod'
import { transcription } from '../captions.ts'
import { answer, endpoint, id, videoId } from '../endpoint.ts'
import { count, moment } from './admin-fields.ts'

const adminTranscription = transcription
  .extend({
    /** Of the video. */
    id,
    title: z.string(),
    username: z.string(),
    user_email: z.string(),
    created_at: moment,
  })
  .meta({ id: 'AdminTranscription' })
export type AdminTranscription = z.infer<typeof adminTranscription>

const one = { params: z.object({ id: videoId }), output: answer({ result: z.object({ id }) }) }

export const adminCaptionEndpoints = {
  'GET /admin/captions': endpoint({
    summary: 'Automatic captions of all users that are running, waiting or failed, in this order',
    access: 'admin',
    scope: 'admin',
    query: z.object({ limit: z.coerce.number().int().min(1).max(100).default(50) }),
    output: answer({
      transcriptions: z.array(adminTranscription),
      /** Of all, also those that the list has no place for. */
      counts: z.object({ running: count, waiting: count, failed: count }),
    }),
    errors: [],
  }),
  'POST /admin/captions/{id}/cancel': endpoint({
    summary: 'Stop the automatic captions of any user, or remove the note that they could not be made',
    access: 'admin',
    scope: 'admin',
    ...one,
    errors: ['NOT_FOUND'],
  }),
  'POST /admin/captions/{id}/retry': endpoint({
    summary: 'Make automatic captions again that could not be made',
    access: 'admin',
    scope: 'admin',
    ...one,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
  }),
}
