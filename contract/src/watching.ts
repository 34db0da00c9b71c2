import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import { protectionRules } from './rules/protection-rules.ts'

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
