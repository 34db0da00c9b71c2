import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import { sentences } from './sentences.ts'

/**
 * Who may make a call. `anyone` still learns who is calling when a token comes with it. So does `visitor`, but it refuses a
 * token that is not good: who holds one that ran out must renew it, and not be taken for a stranger to their own videos.
 */
export type Access = 'anyone' | 'visitor' | 'signed-in' | 'admin'

/**
 * One call of the API: what goes in, what comes out, who may make it and how it can fail. The key it stands under in the
 * table is its method and path, with `{name}` where a parameter goes.
 */
export interface Endpoint {
  readonly summary: string
  readonly access: Access
  readonly params?: z.ZodType
  readonly query?: z.ZodType
  readonly body?: z.ZodType
  /** The status of success: 200 unless something was made (201) or only begun (202). */
  readonly status?: 200 | 201 | 202
  readonly output: z.ZodType
  /** The types of file this may answer with; its output is then a `fileAnswer`. */
  readonly file?: readonly string[]
  /** What can go wrong beyond what any call may answer (NOT_SIGNED_IN, NOT_ALLOWED, TOO_MANY_REQUESTS, INTERNAL, …). */
  readonly errors: readonly ErrorCode[]
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition

/** The body of a successful answer: `success: true` and the keys that are read. */
export const answer = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ success: z.literal(true), ...shape })

/** An id from outside; anything that is not a UUID is simply not there. */
export const id = z.uuid()

/** The same as a parameter, with the sentence that the call says of one that is not there. */
const idOf = (notThere: string) => z.uuid({ error: notThere })
export const videoId = idOf(sentences.videoNotFound)
export const linkId = idOf('There is no such link.')
export const jobId = idOf('There is no such job.')
export const assetId = idOf('There is no such file.')
export const uploadId = idOf('There is no such upload.')
export const userId = idOf('There is no such user.')
export const sessionId = idOf('There is no such session.')

/** Says the sentence when the field is missing; of another kind of mistake the server says what it is. */
export const whenMissing = (sentence: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined || input === null ? sentence : undefined),
})

/** The output of a call that answers with a file: it is sent as an attachment, not as a body of ours. */
export const fileAnswer = z.object({ filename: z.string(), contentType: z.string(), content: z.string() })
