import * as z from 'zod'
import { answer, endpoint, id, linkId, videoId } from './endpoint.ts'
import { jobStatuses } from './rules/job-lifecycle.ts'
import { limits } from './rules/limits.ts'
import { qualities, videoStatuses } from './rules/video-rules.ts'
import { sentences } from './sentences.ts'

export const visibility = z.enum(['public', 'private'])
const moment = z.iso.datetime()
const quality = z.enum(qualities)

export const video = z
  .object({
    id,
    title: z.string(),
    description: z.string(),
    visibility,
    status: z.enum(videoStatuses),
    thumbnailUrl: z.string().nullable(),
    /** A short moving picture, for a card that is pointed at. */
    previewUrl: z.string().nullable(),
    /** Seconds. */
    duration: z.number().nullable(),
    /** The picture as seen, for instance 1280x720. */
    resolution: z.string().nullable(),
    videoCodec: z.string().nullable(),
    audioCodec: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof video>

/** One video in full: what its page shows beyond a card. */
const videoDetails = video
  .extend({
    /** Small pictures along the video, as WebVTT. */
    storyboardUrl: z.string().nullable(),
    /** The caller may edit, share and delete it. */
    canEdit: z.boolean(),
    /** There is a job to look at under /jobs/{id}, and it is the caller's. */
    hasJob: z.boolean(),
    /** The status of its job; null when it has none. Tells a cancelled video from one that failed. */
    jobStatus: z.enum(jobStatuses).nullable(),
    /** The inputSource of a job for it, to the owner of an upload of which nothing has been made yet. */
    startSource: z.string().nullable(),
    /**
     * For whoever may edit it: how many seconds an address in the bucket, once given out, can still be used after the video was made private
     * or a link was revoked. Null when every byte is asked for here, so that it ends at once.
     */
    lingerSeconds: z.number().nullable(),
    /** How far its making is, while it is being made. */
    processing: z
      .object({ status: z.string(), progress: z.number(), stage: z.string().nullable(), etaSeconds: z.number().nullable() })
      .nullable(),
  })
  .meta({ id: 'VideoDetails' })
export type VideoDetails = z.infer<typeof videoDetails>

const shareLink = z.object({ id, url: z.string(), createdAt: moment, expiresAt: moment }).meta({ id: 'ShareLink' })

const oneVideo = z.object({ id: videoId })
/** The secret of a share link, which opens a private video for whoever holds it. */
const withLink = { link: z.string().max(100).optional() }

export const galleryEndpoints = {
  'GET /gallery/videos': endpoint({
    summary: 'Videos, newest first: the public ones, and the own private ones of whoever is signed in',
    access: 'visitor',
    query: z.object({
      visibility: z.literal('public').optional(),
      q: z.string().trim().normalize().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(limits.galleryPage),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({ videos: z.array(video), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'GET /gallery/videos/{id}': endpoint({
    summary: 'One video',
    access: 'visitor',
    params: oneVideo,
    query: z.object(withLink),
    output: answer({ video: videoDetails }),
    errors: ['NOT_FOUND'],
  }),
  'PATCH /gallery/videos/{id}': endpoint({
    summary: 'Change title, description or visibility',
    access: 'signed-in',
    params: oneVideo,
    body: z.object({
      title: z.string().trim().normalize().min(1, 'Title is required').max(limits.titleMaxLength, sentences.titleTooLong).optional(),
      description: z.string().trim().normalize().max(limits.descriptionMaxLength, sentences.descriptionTooLong).optional(),
      visibility: visibility.optional(),
    }),
    output: answer({ video: videoDetails }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /gallery/videos/{id}': endpoint({
    summary: 'Remove a video with its job and every file of it',
    access: 'signed-in',
    params: oneVideo,
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /gallery/videos/{id}/stream': endpoint({
    summary: 'Where to play a video from',
    access: 'visitor',
    params: oneVideo,
    query: z.object({ quality: quality.default(limits.defaultQuality), ...withLink }),
    output: answer({
      streamUrl: z.string(),
      /** The adaptive stream over all renditions; null when only the original is there. */
      hlsUrl: z.string().nullable(),
      stream: z.object({
        quality,
        resolution: z.string().nullable(),
        duration: z.number().nullable(),
        mimeType: z.string(),
        /** A sentence when the quality is not the one that was asked for. */
        note: z.string().nullable(),
      }),
      qualities: z.array(z.object({ quality, resolution: z.string().nullable(), size: z.number() })),
      /** When the addresses stop working and must be asked for again; null for a public video. */
      expiresAt: moment.nullable(),
    }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /gallery/videos/{id}/links': endpoint({
    summary: 'The links through which others may watch a private video',
    access: 'signed-in',
    params: oneVideo,
    output: answer({ links: z.array(shareLink.omit({ url: true })) }),
    errors: ['NOT_FOUND'],
  }),
  'POST /gallery/videos/{id}/links': endpoint({
    summary: 'An expiring link through which others may watch a private video; its address is told only now',
    access: 'signed-in',
    params: oneVideo,
    body: z.object({ expiresInHours: z.number().int().min(1).max(720).default(168) }),
    status: 201,
    output: answer({ link: shareLink }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'DELETE /gallery/videos/{id}/links': endpoint({
    summary: 'Revoke every link to a video',
    access: 'signed-in',
    params: oneVideo,
    output: answer({ result: z.object({ revoked: z.number() }) }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /gallery/videos/{id}/links/{linkId}': endpoint({
    summary: 'Revoke one link to a video',
    access: 'signed-in',
    params: z.object({ id: videoId, linkId }),
    output: answer({ result: z.object({ revoked: z.number() }) }),
    errors: ['NOT_FOUND'],
  }),
  'GET /oembed': endpoint({
    summary: 'How another site may show a public video (oEmbed 1.0)',
    access: 'anyone',
    query: z.object({
      url: z.string().max(2048),
      maxwidth: z.coerce.number().int().min(1).optional(),
      maxheight: z.coerce.number().int().min(1).optional(),
      format: z.literal('json', { error: 'Only the format json is spoken here.' }).optional(),
    }),
    output: answer({
      version: z.literal('1.0'),
      type: z.literal('video'),
      provider_name: z.string(),
      provider_url: z.string(),
      title: z.string(),
      width: z.number(),
      height: z.number(),
      html: z.string(),
      thumbnail_url: z.string().optional(),
    }),
    errors: ['NOT_FOUND'],
  }),
}
