import * as z from 'zod'
import { answer, endpoint, id, videoId } from './endpoint.ts'
import { limits } from './rules/limits.ts'

const moment = z.iso.datetime()

const trashedVideo = z
  .object({
    id,
    title: z.string(),
    visibility: z.enum(['public', 'private']),
    /** Seconds; null if it was not known. */
    duration: z.number().nullable(),
    /** What it takes of its owner's storage until it is deleted for good. */
    bytes: z.number(),
    createdAt: moment,
    deletedAt: moment,
    /** When it is deleted for good. */
    expiresAt: moment,
    /** False if an admin has deleted it: only admins can restore it then. */
    canRestore: z.boolean(),
    /** Whose it is, in the list of everybody; null in one's own. */
    owner: z.object({ id, username: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'TrashedVideo' })
export type TrashedVideo = z.infer<typeof trashedVideo>

const one = {
  access: 'signed-in',
  scope: 'manage',
  params: z.object({ id: videoId }),
  output: answer({ result: z.object({ id }) }),
} as const

export const trashEndpoints = {
  'GET /trash': endpoint({
    summary: `Your deleted videos, the last one first; they can be restored for ${limits.deletedVideoDays} days and take storage until then. Admins can list those of everybody`,
    access: 'signed-in',
    scope: 'read',
    query: z.object({
      /** For admins: the deleted videos of all people. An API key needs the scope `admin` for it. */
      everyone: z.enum(['true', 'false']).default('false'),
      /** Text in the title, in the name or e-mail address of the owner, or the id. */
      search: z.string().trim().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      videos: z.array(trashedVideo),
      /** On all pages. */
      total: z.number(),
      bytes: z.number(),
      nextCursor: z.string().nullable(),
    }),
    errors: [],
  }),
  'POST /trash/{id}/restore': endpoint({
    summary: 'Restore a deleted video with its address, links, captions and statistics; admins also one of somebody else',
    ...one,
    errors: ['NOT_FOUND', 'QUOTA_REACHED'],
  }),
  'DELETE /trash/{id}': endpoint({
    summary: 'Delete a video in the trash for good, with all its files; admins also one of somebody else',
    ...one,
    errors: ['NOT_FOUND'],
  }),
}
