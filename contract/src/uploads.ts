import * as z from 'zod'
import { captionChoiceFields } from './captions/caption-choice.ts'
import { answer, endpoint, id, uploadId } from './endpoint.ts'
import { video, visibility } from './gallery.ts'
import { duplicateOf, metadata } from './metadata.ts'
import { limits } from './rules/limits.ts'
import { isUploadKey } from './rules/upload-rules.ts'
import { sentences } from './sentences.ts'

export const s3Key = z.string().refine(isUploadKey, 'This is not a valid upload key.')

export const uploadEndpoints = {
  'POST /upload/generate-url': endpoint({
    summary: 'Get a URL for uploading a file with one PUT or a resumable upload (tus)',
    access: 'signed-in',
    scope: 'upload',
    body: z.object({
      filename: z
        .string({ error: 'The name of the file is missing.' })
        .trim()
        .normalize()
        .min(1, 'The name of the file is missing.')
        .max(255, 'The name of the file is too long.'),
      contentType: z.string({ error: 'The type of the file is missing.' }).max(100),
      size: z.number().int().min(1, 'The file is empty.').optional(),
      /** When the video was first published, for those who move in: its date in all lists. Now unless given; later dates count as now. */
      createdAt: z.iso.datetime({ offset: true, error: 'Give the date as 2019-05-01T12:00:00Z.' }).optional(),
    }),
    output: answer({
      uploadUrl: z.string(),
      s3Key: z.string(),
      /** When an unconfirmed upload is deleted. */
      expiresAt: z.iso.datetime(),
      /** When uploadUrl expires. */
      uploadUrlExpiresAt: z.iso.datetime(),
      /** A tus 1.0 URL: HEAD returns the received bytes, PATCH continues from there. */
      resumableUrl: z.string(),
    }),
    errors: ['TOO_LARGE', 'WRONG_TYPE', 'QUOTA_REACHED'],
  }),
  'GET /upload/limits': endpoint({
    summary: 'Upload limits and accepted types',
    access: 'signed-in',
    scope: 'upload',
    output: answer({ maxBytes: z.number(), types: z.array(z.string()) }),
    errors: [],
  }),
  'POST /metadata/extract': endpoint({
    summary: 'Metadata of an uploaded file',
    access: 'signed-in',
    scope: 'upload',
    body: z.object({ s3Key }),
    output: answer({ metadata, duplicateOf: duplicateOf.nullable() }),
    errors: ['NOT_FOUND', 'WRONG_TYPE', 'INVALID_SOURCE', 'CONFLICT'],
  }),
  'POST /upload/confirm': endpoint({
    summary: 'Create a video from an uploaded file; repeated calls return the same video',
    access: 'signed-in',
    scope: 'upload',
    body: z.object({
      s3Key,
      title: z.string().trim().normalize().max(limits.titleMaxLength, sentences.titleTooLong).optional(),
      description: z.string().trim().normalize().max(limits.descriptionMaxLength, sentences.descriptionTooLong).optional(),
      /** Private unless the owner chooses otherwise. */
      visibility: visibility.default('private'),
      ...captionChoiceFields,
      /** Accepted for compatibility and ignored: the server measures these itself. */
      metadata: z.unknown().optional(),
    }),
    status: 201,
    output: answer({ video, duplicateOf: duplicateOf.nullable() }),
    errors: ['NOT_FOUND', 'WRONG_TYPE', 'INVALID_SOURCE', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  'DELETE /upload/{id}': endpoint({
    summary: 'Discard an unconfirmed upload',
    access: 'signed-in',
    scope: 'upload',
    params: z.object({ id: uploadId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
