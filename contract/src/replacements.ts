import * as z from 'zod'
import { answer, endpoint, videoId } from './endpoint.ts'
import { job } from './jobs.ts'
import { s3Key } from './uploads.ts'

export const replacementEndpoints = {
  'POST /gallery/videos/{id}/replace': endpoint({
    summary:
      'Replace the file of a video by an uploaded one; address, links and statistics stay, and the old version until the new one is ready',
    access: 'signed-in',
    scope: 'manage',
    params: z.object({ id: videoId }),
    body: z.object({ s3Key }),
    output: answer({ job }),
    errors: ['NOT_FOUND', 'WRONG_TYPE', 'INVALID_SOURCE', 'TOO_LARGE', 'CONFLICT', 'QUOTA_REACHED'],
  }),
}
