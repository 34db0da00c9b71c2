import type { Chapter } from '@video-forge/contract/text/chapters'
import { tagNames, tagsInText } from '@video-forge/contract/text/tags'
import * as z from 'zod'
import { parseJson } from '../../platform/parse-json.ts'
import type { ImportItem } from '../item.ts'
import { readDate, readSeconds, readVisibility, withoutMarkup } from './read-values.ts'
import { childrenOf, readXml, textOf } from './xml.ts'

/** yt-dlp lists every format and fragment of a video. */
const maxValues = 200_000

export type Details = Partial<Pick<ImportItem, 'title' | 'description' | 'tags' | 'date' | 'visibility' | 'chapters' | 'seconds'>>

const text = z.string().optional().catch(undefined)
const moment = z.union([z.string(), z.number()]).optional().catch(undefined)
const start = z.union([z.number(), z.string()]).optional().catch(undefined)

/** The fields of this product's own export, and of yt-dlp's info.json. */
const json = z.object({
  title: text,
  fulltitle: text,
  description: text,
  tags: z.array(z.string()).optional().catch(undefined),
  date: moment,
  createdAt: moment,
  release_timestamp: moment,
  timestamp: moment,
  upload_date: moment,
  visibility: text,
  hasPassword: z.boolean().optional().catch(undefined),
  embedDomains: z.array(z.string()).optional().catch(undefined),
  availability: text,
  duration: z.number().optional().catch(undefined),
  chapters: z
    .array(z.object({ start, start_time: start, title: text }))
    .optional()
    .catch(undefined),
})

function withoutEmpty(details: { [Key in keyof Details]: Details[Key] | undefined }): Details {
  return Object.fromEntries(
    Object.entries(details).filter(([, value]) => value != null && value !== '' && !(Array.isArray(value) && value.length === 0)),
  ) as Details
}

/** What a JSON file beside a video says about it; nothing if it is no such file. */
export function detailsInJson(content: string): Details {
  let parsed: unknown
  try {
    parsed = parseJson(content.replace(/^\ufeff/, ''), maxValues)
  } catch {
    return {}
  }
  const found = json.safeParse(parsed)
  if (!found.success) return {}
  const { title, fulltitle, description, tags, visibility, availability, duration, chapters } = found.data
  // Neither the password nor the sites that may embed it come along.
  const isProtected = found.data.hasPassword || (found.data.embedDomains ?? []).length > 0
  const dates = [found.data.createdAt, found.data.date, found.data.release_timestamp, found.data.timestamp, found.data.upload_date]
  return withoutEmpty({
    title: fulltitle ?? title,
    description,
    tags: tags && tagNames(tags),
    date: dates.map(readDate).find((date) => date !== null) ?? undefined,
    visibility: isProtected ? 'private' : (readVisibility(visibility ?? availability) ?? undefined),
    seconds: duration,
    chapters: chapters?.flatMap((chapter): Chapter[] => {
      const seconds = readSeconds(chapter.start ?? chapter.start_time)
      return seconds !== null && chapter.title ? [{ start: seconds, title: chapter.title }] : []
    }),
  })
}

/** What Kodi's .nfo file says: a film, an episode or a music video. */
export function detailsInNfo(content: string): Details {
  try {
    for (const root of readXml(content)) {
      const words = childrenOf(root, 'tag', 'genre').map((element) => element.text)
      return withoutEmpty({
        title: textOf(root, 'title'),
        description: withoutMarkup(textOf(root, 'plot', 'outline')),
        tags: words.length > 0 ? tagsInText(words.join(',').replaceAll('/', ',')) : undefined,
        date:
          readDate(textOf(root, 'premiered', 'aired', 'releasedate')) ??
          readDate(textOf(root, 'dateadded')) ??
          readDate(textOf(root, 'year')) ??
          undefined,
      })
    }
  } catch {
    // Not a file of Kodi.
  }
  return {}
}
