import * as z from 'zod'

/** What PeerTube's REST API (version 5 to 8) sends, as far as it is needed. A field of another form counts as missing. */

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)
const labelled = z
  .object({ id: z.union([z.number(), z.string()]).nullish() })
  .nullish()
  .catch(null)

const thumbnail = z.object({ fileUrl: z.string(), width: number })

const listedVideo = z.object({
  uuid: z.string(),
  shortUUID: text,
  name: z.string().catch(''),
  privacy: labelled,
  language: labelled,
  /** Shortened in lists. */
  description: text,
  truncatedDescription: text,
  duration: number,
  isLive: z.boolean().nullish().catch(null),
  publishedAt: text,
  originallyPublishedAt: text,
  createdAt: text,
  thumbnailPath: text,
  previewPath: text,
  /** Since 8.1 instead of the paths. */
  thumbnails: z.array(thumbnail).nullish().catch(null),
  channel: z.object({ name: text }).nullish().catch(null),
})
export type ListedVideo = z.infer<typeof listedVideo>

const file = z.object({
  id: number,
  resolution: z.object({ id: z.number() }),
  size: number,
  fileUrl: text,
  fileDownloadUrl: text,
  /** Since 7: a file may have only one of them. */
  hasAudio: z.boolean().nullish().catch(null),
  hasVideo: z.boolean().nullish().catch(null),
})
export type PeerTubeFile = z.infer<typeof file>

export const videoDetails = listedVideo.extend({
  tags: z.array(z.string()).nullish().catch(null),
  files: z.array(file).nullish().catch(null),
  streamingPlaylists: z
    .array(z.object({ files: z.array(file).nullish().catch(null) }))
    .nullish()
    .catch(null),
})
export type VideoDetails = z.infer<typeof videoDetails>

const page = <Entry extends z.ZodType>(entry: Entry) => z.object({ total: z.number(), data: z.array(entry) })

export const videoPage = page(listedVideo)

export const captionPage = page(
  z.object({
    language: z.object({ id: z.string() }),
    captionPath: text,
    /** Since 7.1 instead of the path. */
    fileUrl: text,
  }),
)

export const chapterList = z.object({ chapters: z.array(z.object({ timecode: z.number(), title: z.string() })) })

export const videoSource = z.object({ fileDownloadUrl: text, inputFilename: text, size: number })

export const playlistPage = page(
  z.object({
    uuid: z.string(),
    displayName: z.string().catch(''),
    description: text,
    privacy: labelled,
    /** 1 is one that people made; 2 is 'watch later'. */
    type: labelled,
  }),
)

export const playlistVideoPage = page(z.object({ video: z.object({ uuid: z.string() }).nullish().catch(null) }))
