import * as z from 'zod'

/** What the REST API of MediaCMS sends, as far as it is needed. A field of another form counts as missing. */

const text = z.string().nullish().catch(null)

/** An entry of another form is left out, and the others stay. */
const entries = <Entry extends z.ZodType>(entry: Entry) =>
  z.array(entry.nullable().catch(null)).transform((all) => all.filter((each): each is NonNullable<typeof each> => each !== null))

const listedMedia = z.object({
  friendly_token: z.string(),
  title: z.string().catch(''),
  description: text,
  add_date: text,
  media_type: text,
  state: text,
  /** Of a site where editors decide what is shown. */
  is_reviewed: z.boolean().nullish().catch(false),
  user: text,
  /** Its page, with the name by which the site knows itself. */
  url: text,
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
  subtitles_info: entries(z.object({ src: z.string(), srclang: text, label: text }))
    .nullish()
    .catch(null),
  tags_info: entries(z.object({ title: z.string() }))
    .nullish()
    .catch(null),
  /** Older versions call the fields start and title, or text. */
  chapter_data: entries(
    z.object({ start: z.unknown().optional(), title: text, startTime: z.unknown().optional(), chapterTitle: text, text }),
  )
    .nullish()
    .catch(null),
})
export type MediaDetails = z.infer<typeof mediaDetails>

export const mediaPage = z.object({ count: z.number().nullish().catch(null), next: text, results: entries(listedMedia) })

export const playlistPage = z.object({
  next: text,
  results: entries(z.object({ title: z.string().catch(''), description: text, user: text, api_url: text, url: text })),
})

export const playlistDetails = z.object({
  playlist_media: entries(z.object({ friendly_token: text, url: text }))
    .nullish()
    .catch(null),
})

/** The person of a token. */
export const ownUser = z.object({ username: z.string() })
