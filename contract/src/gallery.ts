import * as z from 'zod'
import { captionChoiceFields, captionChoices } from './captions/caption-choice.ts'
import { caption } from './captions.ts'
import { answer, asViewer, endpoint, id, linkId, videoId, watchErrors } from './endpoint.ts'
import { publicPerson } from './people.ts'
import { embedDomains, viewerPassword } from './protection/protection.ts'
import { gallerySorts } from './rules/gallery-sorts.ts'
import { jobStatuses } from './rules/jobs/job-lifecycle.ts'
import { limits } from './rules/limits.ts'
import { videoCodecs } from './rules/reencode-rules.ts'
import { qualities, videoStatuses } from './rules/video-rules.ts'
import { sentences } from './sentences.ts'
import { tagKey, tagNames, tagsProblem } from './text/tags.ts'

export const visibility = z.enum(['public', 'private'])
const moment = z.iso.datetime()
const quality = z.enum(qualities)

const chapter = z.object({
  /** Seconds. */
  start: z.number().min(0),
  title: z.string().trim().normalize().min(1, 'Each chapter needs a title').max(limits.titleMaxLength),
})

/** Tags as people type them. Each keeps its spelling, and one that differs in case or accents only is the same. */
export const tags = z
  .array(z.string().max(1000))
  .max(1000)
  .transform((typed, context) => {
    const names = tagNames(typed)
    const problem = tagsProblem(names)
    if (problem) context.addIssue({ code: 'custom', message: problem })
    return names
  })

export const video = z
  .object({
    id,
    title: z.string(),
    description: z.string(),
    visibility,
    status: z.enum(videoStatuses),
    thumbnailUrl: z.string().nullable(),
    /** The thumbnail in the size of a card, as WebP where there is one. */
    cardUrl: z.string().nullable(),
    /** A short animation, shown when a card is hovered. */
    previewUrl: z.string().nullable(),
    /** Seconds. */
    duration: z.number().nullable(),
    /** As displayed, for instance 1280x720. */
    resolution: z.string().nullable(),
    videoCodec: z.string().nullable(),
    audioCodec: z.string().nullable(),
    createdAt: moment,
    /** Null if the account has no public name: it is disabled, or made by Google, whose usernames come from e-mail addresses. */
    owner: publicPerson.nullable(),
    /** In the spelling of its owner. They are compared and found without case and accents. */
    tags: z.array(z.string()),
    /** How often it was watched; null where its owner does not show it. */
    views: z.number().nullable(),
    /** Viewers need its password. Lists show such a video only to its owner and admins. */
    hasPassword: z.boolean(),
  })
  .meta({ id: 'Video' })
export type Video = z.infer<typeof video>

/** The details that the page of a video shows beyond those of a card. */
export const videoDetails = video
  .extend({
    /** Thumbnails along the timeline, as WebVTT. */
    storyboardUrl: z.string().nullable(),
    /** How much each hundredth is watched, 0 to 1; null where its owner does not show it, and before there are enough plays. */
    heat: z.array(z.number()).nullable(),
    /** Whether viewers see how often it was watched, and which parts are watched most. */
    showViews: z.boolean(),
    showHeat: z.boolean(),
    /** Its owner has chosen the thumbnail; otherwise it is the automatic one, if there is one. */
    hasChosenThumbnail: z.boolean(),
    /** The caller may edit, share and delete it. */
    canEdit: z.boolean(),
    /** The caller owns a job for it, under /jobs/{id}. */
    hasJob: z.boolean(),
    /** The status of its job; null if there is none. Distinguishes cancelled from failed videos. */
    jobStatus: z.enum(jobStatuses).nullable(),
    /** The inputSource for a job, for the owner of an upload that was not processed yet. */
    startSource: z.string().nullable(),
    /**
     * For editors: seconds that an issued link to the bucket keeps working after the video became private or a share link was revoked. Null
     * when this server sends the bytes, so that access ends at once.
     */
    lingerSeconds: z.number().nullable(),
    /** In their order: those the owner set, otherwise those whose times are in the description. */
    chapters: z.array(z.object({ start: z.number(), title: z.string() })),
    chaptersFrom: z.enum(['owner', 'description']).nullable(),
    /** The default ones first. */
    captions: z.array(caption),
    /** What its owner decided about automatic captions; null for those who may not edit it. */
    captionChoice: z.object({ captions: z.enum(captionChoices), language: z.string().nullable() }).nullable(),
    /** The sites that may embed it; empty for all, null for those who may not edit it. */
    embedDomains: z.array(z.string()).nullable(),
    /** Whether viewers are offered its files. */
    allowDownload: z.boolean(),
    /** The caller may save its files; the owner and admins always. */
    canDownload: z.boolean(),
    /** Its job has not ended. */
    processing: z.boolean(),
    /** That job makes a new version from another file; the current one is watched until then. */
    replacing: z.boolean(),
    /** How far its job is; null when none runs. */
    progress: z
      .object({ status: z.string(), progress: z.number(), stage: z.string().nullable(), etaSeconds: z.number().nullable() })
      .nullable(),
  })
  .meta({ id: 'VideoDetails' })
export type VideoDetails = z.infer<typeof videoDetails>

const shareLink = z.object({ id, url: z.string(), createdAt: moment, expiresAt: moment }).meta({ id: 'ShareLink' })

const oneVideo = z.object({ id: videoId })

export const galleryEndpoints = {
  'GET /gallery/videos': endpoint({
    summary: 'Public videos and your own private ones',
    access: 'visitor',
    scope: 'read',
    query: z.object({
      visibility: z.literal('public').optional(),
      q: z.string().trim().normalize().max(200).optional(),
      sort: z.enum(gallerySorts).default('newest'),
      /** Seconds: at least this long. */
      minDuration: z.coerce.number().min(0).max(1e9).optional(),
      /** Seconds: shorter than this. */
      maxDuration: z.coerce.number().min(0).max(1e9).optional(),
      /** In any spelling: neither case nor accents count. */
      tag: z.string().max(200).transform(tagKey).optional(),
      /** The username of the owner. */
      owner: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(limits.galleryPage),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({ videos: z.array(video), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'GET /gallery/videos/{id}': endpoint({
    summary: 'One video',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: oneVideo,
    query: z.object(asViewer),
    output: answer({ video: videoDetails }),
    errors: watchErrors,
  }),
  'PATCH /gallery/videos/{id}': endpoint({
    summary: 'Change what people see of a video, and who can watch or save it',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    body: z.object({
      title: z.string().trim().normalize().min(1, 'Title is required').max(limits.titleMaxLength, sentences.titleTooLong).optional(),
      description: z.string().trim().normalize().max(limits.descriptionMaxLength, sentences.descriptionTooLong).optional(),
      visibility: visibility.optional(),
      tags: tags.optional(),
      /** In their order, within the video. An empty list leaves it to the times in the description. */
      chapters: z.array(chapter).max(limits.maxChapters, `A video can have at most ${limits.maxChapters} chapters`).optional(),
      allowDownload: z.boolean().optional(),
      showViews: z.boolean().optional(),
      showHeat: z.boolean().optional(),
      /** What viewers must type; null removes it. A new one ends access by the one before. */
      password: viewerPassword.nullish(),
      /** The sites that may embed the video, such as example.com or *.example.com; empty for all. */
      embedDomains: embedDomains.optional(),
      ...captionChoiceFields,
    }),
    output: answer({ video: videoDetails }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /gallery/videos/{id}': endpoint({
    summary: 'Delete a video, its job and all files',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /gallery/videos/{id}/stream': endpoint({
    summary: 'The playback URLs of a video',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: oneVideo,
    query: z.object({
      quality: quality.default(limits.defaultQuality),
      /** `false` where it turned out that the browser cannot play the original: what is encoded of the video so far is played instead. */
      original: z.enum(['true', 'false']).default('true'),
      ...asViewer,
    }),
    output: answer({
      streamUrl: z.string(),
      /** The adaptive stream of all renditions; null if only the original exists. */
      hlsUrl: z.string().nullable(),
      /** The codecs in the adaptive stream. */
      codecs: z.array(z.enum(videoCodecs)),
      stream: z.object({
        quality,
        resolution: z.string().nullable(),
        duration: z.number().nullable(),
        mimeType: z.string(),
        /** A sentence if the requested quality is not available. */
        note: z.string().nullable(),
        /** What plays is still being encoded. */
        live: z.boolean(),
        /** Seconds from the start that can be played so far; null unless `live`. */
        playableSeconds: z.number().nullable(),
      }),
      /**
       * While renditions are being encoded: an adaptive stream that lists every planned quality and stays valid when the job has ended. A
       * player must not choose a quality before `qualities` lists it. Null when nothing is being encoded.
       */
      liveUrl: z.string().nullable(),
      qualities: z.array(
        z.object({
          quality,
          resolution: z.string().nullable(),
          /** Bytes; 0 until its job has ended. */
          size: z.number(),
          /** Seconds from the start that can be played so far; null when it is complete. */
          playableSeconds: z.number().nullable(),
        }),
      ),
      /** Raised when the file of the video was replaced. Addresses of an earlier version have ended. */
      version: z.number(),
      /** When the URLs expire and must be requested again; null for a public video that every site may embed. */
      expiresAt: moment.nullable(),
    }),
    errors: [...watchErrors, 'CONFLICT'],
  }),
  'GET /gallery/videos/{id}/downloads': endpoint({
    summary: 'The files of a video that the caller may save',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: oneVideo,
    query: z.object(asViewer),
    output: answer({
      downloads: z.array(
        z.object({
          quality,
          resolution: z.string().nullable(),
          /** Bytes; null if not known. */
          size: z.number().nullable(),
          filename: z.string(),
          url: z.string(),
        }),
      ),
    }),
    errors: watchErrors,
  }),
  'GET /gallery/videos/{id}/links': endpoint({
    summary: 'The share links of a private video',
    access: 'signed-in',
    scope: 'read',
    params: oneVideo,
    output: answer({ links: z.array(shareLink.omit({ url: true })) }),
    errors: ['NOT_FOUND'],
  }),
  'POST /gallery/videos/{id}/links': endpoint({
    summary: 'Create an expiring share link for a private video; its URL is returned only once',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    body: z.object({ expiresInHours: z.number().int().min(1).max(720).default(168) }),
    status: 201,
    output: answer({ link: shareLink }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'DELETE /gallery/videos/{id}/links': endpoint({
    summary: 'Revoke all share links of a video',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    output: answer({ result: z.object({ revoked: z.number() }) }),
    errors: ['NOT_FOUND'],
  }),
  'DELETE /gallery/videos/{id}/links/{linkId}': endpoint({
    summary: 'Revoke one share link of a video',
    access: 'signed-in',
    scope: 'manage',
    params: z.object({ id: videoId, linkId }),
    output: answer({ result: z.object({ revoked: z.number() }) }),
    errors: ['NOT_FOUND'],
  }),
  'GET /oembed': endpoint({
    summary: 'Embed data of a public video (oEmbed 1.0)',
    access: 'anyone',
    scope: null,
    query: z.object({
      url: z.string().max(2048),
      maxwidth: z.coerce.number().int().min(1).optional(),
      maxheight: z.coerce.number().int().min(1).optional(),
      format: z.literal('json', { error: 'Only format=json is supported.' }).optional(),
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
