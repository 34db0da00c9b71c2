import * as z from 'zod'
import { answer, endpoint, id } from '../endpoint.ts'
import { outputFormats } from '../rules/formats.ts'
import { reencodeModes, reencodeStatuses } from '../rules/reencode-rules.ts'
import { bytes, count, moment } from './admin-fields.ts'

const hour = z.number().int().min(0).max(23)

const reencodeSettings = z
  .object({
    mode: z.enum(reencodeModes),
    /** Plays in the last 30 days from which a video counts as popular. */
    minPlays: z.number().int().min(1).max(1_000_000),
    /** Hours of the day in UTC. From the same to the same hour is the whole day. */
    fromHour: hour,
    toHour: hour,
    /** Percent of the cores of each worker. */
    cpuShare: z.number().int().min(10).max(100),
  })
  .meta({ id: 'ReencodeSettings' })

const reencoding = z
  .object({
    settings: reencodeSettings,
    /** Qualities of videos by what became of them. */
    counts: z.record(z.enum(reencodeStatuses), count),
    /** Of the published ones: their size, the size of the same qualities in H.264, and the CPU seconds of all work, whatever its result. */
    published: z.object({ bytes, bytesBefore: bytes, videos: count }),
    cpuSeconds: z.number(),
    /** Bytes of all qualities that were served in each codec, and how many more they would have been in H.264 alone. */
    served: z.object({ h264: bytes, av1: bytes, saved: bytes }),
    /** The last that ended, newest first. */
    recent: z.array(
      z.object({
        videoId: id,
        title: z.string(),
        format: z.enum(outputFormats),
        status: z.enum(reencodeStatuses),
        /** Why it was not published, as a sentence. */
        reason: z.string().nullable(),
        bytes: bytes.nullable(),
        bytesBefore: bytes,
        /** Mean luma SSIM of the new version and of the H.264, over the same frames. */
        ssim: z.number().nullable(),
        ssimBefore: z.number().nullable(),
        cpuSeconds: z.number(),
        /** Bytes of this quality that were served in AV1, and how many that saved. */
        served: bytes,
        saved: bytes,
        endedAt: moment,
      }),
    ),
  })
  .meta({ id: 'Reencoding' })
export type Reencoding = z.infer<typeof reencoding>

export const adminReencodingEndpoints = {
  'GET /admin/reencoding': endpoint({
    summary: 'Videos in AV1: the settings of the site, what was made, saved and spent',
    access: 'admin',
    scope: 'admin',
    output: answer({ reencoding }),
    errors: [],
  }),
  'PUT /admin/reencoding': endpoint({
    summary: 'Choose which videos are made again in AV1, and when',
    access: 'admin',
    scope: 'admin',
    body: reencodeSettings,
    output: answer({ reencoding }),
    errors: ['INVALID_INPUT'],
  }),
}
