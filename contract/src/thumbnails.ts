import * as z from 'zod'
import { answer, endpoint, videoId } from './endpoint.ts'
import { videoDetails } from './gallery.ts'
import { limits } from './rules/limits.ts'
import { pictureTooLarge, pictureTypes } from './rules/video-rules.ts'

const oneVideo = z.object({ id: videoId })

export const thumbnailEndpoints = {
  'POST /gallery/videos/{id}/thumbnail': endpoint({
    summary: 'Choose the thumbnail: a frame of the video, or a picture sent as the body; for good, or for a draft until its job makes one',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    query: z.object({
      /** Until a job has made one. Does nothing for a video that has a thumbnail. */
      placeholder: z.enum(['true', 'false']).optional(),
    }),
    body: z.object({
      /** Seconds from the start. */
      time: z.number().min(0),
    }),
    bodyFile: { types: pictureTypes, maxBytes: limits.maxPictureBytes, tooLarge: pictureTooLarge },
    output: answer({ video: videoDetails }),
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED', 'TOO_LARGE', 'WRONG_TYPE'],
  }),
  'DELETE /gallery/videos/{id}/thumbnail': endpoint({
    summary: 'Return to the automatic thumbnail',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    output: answer({ video: videoDetails }),
    errors: ['NOT_FOUND'],
  }),
}
