import * as z from 'zod'

/** What PeerTube's REST API (version 5 to 8) sends, as far as it is needed. A field of another form counts as missing. */

const text = z.string().nullish().catch(null)
const number = z.number().nullish().catch(null)
const labelled = z
  .object({ id: z.union([z.number(), z.string()]).nullish() })
  .nullish()
  .catch(null)
const named = z.object({ name: text, host: text }).nullish().catch(null)

/** An entry of another form is left out, and the others stay. */
const entries = <Entry extends z.ZodType>(entry: Entry) =>
  z
    .array(entry.nullable().catch(null))
    .transform((all) => all.filter((each): each is NonNullable<typeof each> => each !== null))
    .nullish()
    .catch(null)

const thumbnail = z.object({ fileUrl: z.string(), width: number })

const listedVideo = z.object({
  uuid: z.string(),
  shortUUID: text,
  name: z.string().catch(''),
  privacy: labelled,
  /** Only lists of one's own videos have those that admins have blocked. */
  blacklisted: z.boolean().nullish().catch(true),
  /** 1 is published, 2 waits for its qualities. Lists of published videos do not say it. */
  state: labelled,
  waitTranscoding: z.boolean().nullish().catch(null),
  language: labelled,
  /** Shortened in lists. */
  description: text,
  truncatedDescription: text,
  duration: number,
  isLive: z.boolean().nullish().catch(null),
  isLocal: z.boolean().nullish().catch(null),
  publishedAt: text,
  originallyPublishedAt: text,
  createdAt: text,
  thumbnailPath: text,
  previewPath: text,
  /** Since 8.1 instead of the paths. */
  thumbnails: entries(thumbnail),
  account: named,
  channel: named,
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

export const videoDetails = listedVideo.extend({
  tags: z.array(z.string()).nullish().catch(null),
  files: entries(file),
  streamingPlaylists: entries(z.object({ files: entries(file) })),
})
export type VideoDetails = z.infer<typeof videoDetails>

/** Entries of another form keep their place, because the next page begins after them. */
const page = <Entry extends z.ZodType>(entry: Entry) => z.object({ total: number, data: z.array(entry.nullable().catch(null)) })

export const videoPage = page(listedVideo)

export const captionPage = z.object({
  data: entries(
    z.object({
      language: z.object({ id: z.string() }),
      captionPath: text,
      /** Since 7.1 instead of the path. */
      fileUrl: text,
    }),
  ),
})

export const chapterList = z.object({ chapters: entries(z.object({ timecode: z.number(), title: z.string() })) })

export const videoSource = z.object({ fileDownloadUrl: text, inputFilename: text, size: number })

export const playlistPage = page(
  z.object({
    uuid: z.string(),
    displayName: z.string().catch(''),
    description: text,
    privacy: labelled,
    /** 1 is one that people made; 2 is 'watch later'. */
    type: labelled,
    videoChannel: named,
  }),
)

export const playlistVideoPage = page(z.object({ id: number, video: z.object({ uuid: z.string() }).nullish().catch(null) }))

export const account = z.object({ name: z.string() })

/** The person of a token. */
export const ownAccount = z.object({
  account: named,
  videoChannels: entries(z.object({ name: text })),
  /** Channels of others in which they may publish. */
  videoChannelCollaborations: entries(z.object({ name: text })),
})
export type OwnAccount = z.infer<typeof ownAccount>
