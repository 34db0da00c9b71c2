import * as z from 'zod'
import { answer, endpoint, whenMissing } from './endpoint.ts'
import { video } from './gallery.ts'
import { searchRules } from './rules/search-rules.ts'
import { normalizeTag } from './text/tags.ts'

const { maxLength, maxPage, page } = searchRules

/** What is said at one time of a video, and matches a search. */
const searchMatch = z
  .object({
    /** Seconds. */
    start: z.number(),
    text: z.string(),
    /** The words that match, as ranges of the text: from, and before which character. */
    marks: z.array(z.tuple([z.number(), z.number()])),
    /** The captions that say it, and their language. */
    captionId: z.uuid(),
    language: z.string(),
  })
  .meta({ id: 'SearchMatch' })
export type SearchMatch = z.infer<typeof searchMatch>

const searchResult = z
  .object({
    video,
    /** The best ones, in order of time. None where only title, tags or description match. */
    matches: z.array(searchMatch),
    /** How many more times of the same captions match. */
    more: z.number(),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof searchResult>

export const searchEndpoints = {
  'GET /gallery/search': endpoint({
    summary: 'Search titles, tags, descriptions and every word that is said',
    access: 'visitor',
    scope: 'read',
    query: z.object({
      /** Words, "phrases", -excluded words, and filters: tag:music owner:ada longer:10m shorter:1h30m. */
      q: z
        .string(whenMissing('Enter words to search for.'))
        .trim()
        .normalize()
        .min(1, 'Enter words to search for.')
        .max(maxLength, `A search can have at most ${maxLength} characters.`),
      visibility: z.literal('public').optional(),
      /** Seconds: at least this long. */
      minDuration: z.coerce.number().min(0).max(1e9).optional(),
      /** Seconds: shorter than this. */
      maxDuration: z.coerce.number().min(0).max(1e9).optional(),
      tag: z.string().max(200).transform(normalizeTag).optional(),
      /** The username of the owner. */
      owner: z.string().max(100).optional(),
      limit: z.coerce.number().int().min(1).max(maxPage).default(page),
      cursor: z.string().max(200).optional(),
    }),
    output: answer({
      results: z.array(searchResult),
      /** A page can have fewer results than its limit, or none, and still have a next one. */
      nextCursor: z.string().nullable(),
    }),
    errors: ['UNAVAILABLE'],
  }),
}
