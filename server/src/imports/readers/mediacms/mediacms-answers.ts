import * as z from 'zod'

/** What the REST API of MediaCMS sends, as far as it is needed. A field of another form counts as missing. */

const text = z.string().nullish().catch(null)

const listedMedia = z.object({
  friendly_token: z.string(),
  title: z.string().catch(''),
  description: text,
  add_date: text,
  media_type: text,
  state: text,
  user: text,
  duration: z.number().nullish().catch(null),
  thumbnail_url: text,
  /** Like '10.5MB'. */
  size: z.union([z.string(), z.number()]).nullish().catch(null),
})
export type ListedMedia = z.infer<typeof listedMedia>

const encoding = z.object({ url: text, status: text, size: text })

export const mediaDetails = listedMedia.extend({
  friendly_token: z.string().optional(),
  poster_url: text,
  /** Null where the site does not give out originals. */
  original_media_url: text,
  /** By height and codec. */
  encodings_info: z.record(z.string(), z.record(z.string(), encoding).catch({})).nullish().catch(null),
  subtitles_info: z
    .array(z.object({ src: z.string(), srclang: text, label: text }))
    .nullish()
    .catch(null),
  tags_info: z
    .array(z.object({ title: z.string() }))
    .nullish()
    .catch(null),
  /** Older versions call the fields start and title. */
  chapter_data: z
    .array(z.object({ start: z.unknown().optional(), title: text, startTime: z.unknown().optional(), chapterTitle: text }))
    .nullish()
    .catch(null),
})
export type MediaDetails = z.infer<typeof mediaDetails>

export const mediaPage = z.object({ count: z.number(), next: text, results: z.array(listedMedia) })

export const playlistPage = z.object({
  next: text,
  results: z.array(z.object({ title: z.string().catch(''), description: text, user: text, api_url: text, url: text })),
})

export const playlistDetails = z.object({
  playlist_media: z
    .array(z.object({ friendly_token: text, url: text }))
    .nullish()
    .catch(null),
})
