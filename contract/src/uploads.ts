import * as z from 'zod'
import { answer, endpoint, id, uploadId } from './endpoint.ts'
import { video, visibility } from './gallery.ts'
import { limits } from './rules/limits.ts'
import { isUploadKey } from './rules/upload-rules.ts'
import { sentences } from './sentences.ts'

const s3Key = z.string().refine(isUploadKey, 'This is not the key of an upload.')

const metadata = z
  .object({
    duration: z.number(),
    width: z.number(),
    height: z.number(),
    resolution: z.string(),
    videoCodec: z.string(),
    audioCodec: z.string().nullable(),
    frameRate: z.number(),
    bitrate: z.number(),
    size: z.number(),
    container: z.string(),
    rotation: z.number(),
    hdr: z.boolean(),
  })
  .meta({ id: 'Metadata' })
export type Metadata = z.infer<typeof metadata>

export const uploadEndpoints = {
  'POST /upload/generate-url': endpoint({
    summary: 'An address to send a file to: whole with one PUT, or in pieces (tus)',
    access: 'signed-in',
    body: z.object({
      filename: z
        .string({ error: 'The name of the file is missing.' })
        .trim()
        .normalize()
        .min(1, 'The name of the file is missing.')
        .max(255, 'The name of the file is too long.'),
      contentType: z.string({ error: 'The type of the file is missing.' }).max(100),
      size: z.number().int().min(1, 'The file is empty.').optional(),
    }),
    output: answer({
      uploadUrl: z.string(),
      s3Key: z.string(),
      /** When the upload is forgotten. */
      expiresAt: z.iso.datetime(),
      /** Until when a PUT to uploadUrl may begin. */
      uploadUrlExpiresAt: z.iso.datetime(),
      /** Speaks tus 1.0: HEAD tells how much has arrived, PATCH sends on from there. */
      resumableUrl: z.string(),
    }),
    errors: ['TOO_LARGE', 'WRONG_TYPE', 'QUOTA_REACHED'],
  }),
  'GET /upload/limits': endpoint({
    summary: 'What may be uploaded here',
    access: 'signed-in',
    output: answer({ maxBytes: z.number(), types: z.array(z.string()) }),
    errors: [],
  }),
  'POST /metadata/extract': endpoint({
    summary: 'What is in an uploaded file',
    access: 'signed-in',
    body: z.object({ s3Key }),
    output: answer({ metadata }),
    errors: ['NOT_FOUND', 'WRONG_TYPE', 'INVALID_SOURCE', 'CONFLICT'],
  }),
  'POST /upload/confirm': endpoint({
    summary: 'Make a video of an uploaded file; the second call for the same file answers the same video',
    access: 'signed-in',
    body: z.object({
      s3Key,
      title: z.string().trim().normalize().max(limits.titleMaxLength, sentences.titleTooLong).optional(),
      description: z.string().trim().normalize().max(limits.descriptionMaxLength, sentences.descriptionTooLong).optional(),
      /** Nothing is public before its owner said so. */
      visibility: visibility.default('private'),
      /** Taken for compatibility; what counts is what the server finds itself. */
      metadata: z.unknown().optional(),
    }),
    status: 201,
    output: answer({ video }),
    errors: ['NOT_FOUND', 'WRONG_TYPE', 'INVALID_SOURCE', 'CONFLICT', 'QUOTA_REACHED'],
  }),
  'DELETE /upload/{id}': endpoint({
    summary: 'Throw away an upload that was not confirmed',
    access: 'signed-in',
    params: z.object({ id: uploadId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}
