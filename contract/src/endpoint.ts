import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import type { Scope } from './rules/access.ts'
import { playlistSentences, watchLaterId } from './rules/playlist-rules.ts'
import { protectionRules } from './rules/protection-rules.ts'
import { sentences } from './sentences.ts'

/**
 * Who may make a call. `anyone` and `visitor` read a token if there is one. `visitor` rejects an invalid token, so that people whose token
 * has expired renew it instead of losing sight of their own videos.
 */
export type Access = 'anyone' | 'visitor' | 'signed-in' | 'admin'

/** One call of the API. Its key in the table is its method and path, with `{name}` for parameters. */
export interface Endpoint {
  readonly summary: string
  readonly access: Access
  /**
   * On a site that is not public, whether somebody without an account may make a call for `anyone` or `visitor`: always, or with a share link or
   * playback token. Never, if it is left out.
   */
  readonly strangers?: 'always' | 'with-credentials'
  /** The scope that an API key needs for it; null if it is only for people, who sign in. */
  readonly scope: Scope | null
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** A file that may be sent as the body instead of JSON. */
  readonly bodyFile?: BodyFile
  /** The largest accepted body, where the limit of all calls is too large or too small. */
  readonly maxBodyBytes?: number
  /** The status of success: 200 unless something was created (201), accepted for later (202), or there is nothing to send (204). */
  readonly status?: 200 | 201 | 202 | 204
  readonly output: z.ZodType
  /** Content types of a file response; the output is then a `fileAnswer`. */
  readonly file?: readonly string[]
  /** Errors besides those that every call may return (NOT_SIGNED_IN, NOT_ALLOWED, TOO_MANY_REQUESTS, INTERNAL, …). */
  readonly errors: readonly ErrorCode[]
}

export interface BodyFile {
  /** Its content types. */
  readonly types: readonly string[]
  readonly maxBytes: number
  /** The sentence for a larger one. */
  readonly tooLarge: string
}

/** The file of a request, as a client sends it: a Blob. */
export interface SentFile {
  readonly type: string
  readonly size: number
}

/** The same as a handler receives it. Nothing of it is read before the handler does, and more than allowed is never read. */
export interface ReceivedFile {
  readonly type: string
  readonly chunks: AsyncIterable<Uint8Array>
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** The body of a success: `success: true` and these keys. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ success: z.literal(true), ...shape })

/** An id from a client. Anything but a UUID is treated as not found. */
export const id = z.uuid()

/** An id as a parameter, in one spelling, with the sentence for one that is not found. */
const idOf = (notFound: string) => z.uuid({ error: notFound }).toLowerCase()
export const videoId = idOf(sentences.videoNotFound)
export const linkId = idOf('There is no such link.')
export const captionId = idOf('There are no such captions.')
export const jobId = idOf('There is no such job.')
export const assetId = idOf('There is no such file.')
export const uploadId = idOf('There is no such upload.')
export const userId = idOf('There is no such user.')
export const sessionId = idOf('There is no such session.')
export const keyId = idOf('There is no such key.')
export const exportId = idOf('There is no such export.')
export const invitationId = idOf('There is no such invitation.')
export const webhookId = idOf('There is no such webhook.')
/** Of an unknown webhook, the webhook is what is missing. */
export const deliveryId = idOf('There is no such delivery.')
export const historyId = idOf(playlistSentences.notWatched)
const uuidPattern = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** Or the word for the caller's own list. */
export const playlistId = z
  .string()
  .toLowerCase()
  .refine((text) => text === watchLaterId || uuidPattern.test(text), playlistSentences.notFound)
export const taskId = idOf('There is no such task.')

/** Uses this sentence for a missing field; other problems get the server's own. */
export const whenMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? sentence : undefined),
})

/** The output of a call that answers 204. */
export const noContent = z.null()

/** The output of a call that sends a file as an attachment. */
export const fileAnswer = z.object({ filename: z.string(), contentType: z.string(), content: z.string() })

/** What a viewer may send with every call about a video they watch. */
export const asViewer = {
  /** The secret of a share link, which gives access to a private video. */
  link: z.string().max(100).optional(),
  /** From `POST /gallery/videos/{id}/unlock`, for a video with a password. */
  grant: z.string().max(200).optional(),
  /** A playback token that the owner's own server has signed. */
  token: z.string().max(protectionRules.maxTokenLength, 'A playback token has at most 4096 characters.').optional(),
}

/** Errors of every such call. */
export const watchErrors: ErrorCode[] = ['NOT_FOUND', 'PASSWORD_REQUIRED', 'INVALID_TOKEN']
