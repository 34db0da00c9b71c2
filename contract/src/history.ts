import * as z from 'zod'
import { answer, endpoint, historyId, id } from './endpoint.ts'
import { video } from './gallery.ts'
import { playlistRules } from './rules/playlist-rules.ts'

const watched = z
  .object({
    video,
    watchedAt: z.iso.datetime(),
    /** Where playback was last, in seconds of the video. */
    seconds: z.number(),
  })
  .meta({ id: 'Watched' })
export type Watched = z.infer<typeof watched>

const deleted = answer({ result: z.object({ deleted: z.number().int() }) })

/** What a person has watched. Only for people who sign in: a key neither writes nor reads it. */
export const historyEndpoints = {
  'GET /account/history': endpoint({
    summary: 'The videos that you have watched, the last one first',
    access: 'signed-in',
    scope: null,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(playlistRules.videoPage),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      history: z.array(watched),
      nextCursor: z.string().nullable(),
      /** Whether what you watch is stored, and Watch later takes videos. */
      keepsHistory: z.boolean(),
    }),
    errors: [],
  }),
  'PUT /account/history': endpoint({
    summary: 'Switch your history and Watch later on or off; when they are off, nothing is stored',
    access: 'signed-in',
    scope: null,
    body: z.object({
      keepsHistory: z.boolean(),
      /** Also delete the history. */
      deleteAll: z.boolean().default(false),
      /** Also remove all videos from Watch later. */
      emptyWatchLater: z.boolean().default(false),
    }),
    output: answer({ keepsHistory: z.boolean(), result: z.object({ deleted: z.number().int() }) }),
    errors: [],
  }),
  'DELETE /account/history': endpoint({
    summary: 'Delete your history',
    access: 'signed-in',
    scope: null,
    output: deleted,
    errors: [],
  }),
  'DELETE /account/history/{id}': endpoint({
    summary: 'Delete one video from your history',
    access: 'signed-in',
    scope: null,
    params: z.object({ id: historyId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
}
