import * as z from 'zod'
import { answer, endpoint, id, whenMissing } from './endpoint.ts'
import { video } from './gallery.ts'
import { publicPerson } from './people.ts'
import { searchRules } from './rules/search-rules.ts'
import { tagKey } from './text/tags.ts'

const { maxLength, maxPage, page, suggestionMaxLength } = searchRules

/** The words that match, as ranges of a text: from, and before which character. */
const marks = z.array(z.tuple([z.number(), z.number()]))

/** What is said at one time of a video, and matches a search. */
const searchMatch = z
  .object({
    /** Seconds. */
    start: z.number(),
    text: z.string(),
    marks,
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
    /** The same in what the video shows of itself; `tags` has a list for each of its tags. */
    marks: z.object({ title: marks, description: marks, tags: z.array(marks) }),
  })
  .meta({ id: 'SearchResult' })
export type SearchResult = z.infer<typeof searchResult>

export const searchEndpoints = {
  'GET /gallery/search': endpoint({
    summary: 'Search titles, tags, descriptions and every word that is said',
    access: 'visitor',
    scope: 'read',
    query: z.object({
      /**
       * Words, "phrases", -excluded words, and filters: tag:music owner:ada length:>10m length:<1h30m after:2025-06-30 before:2026-01. Dates are
       * years, months or days of UTC.
       */
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
      tag: z.string().max(200).transform(tagKey).optional(),
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
  'GET /gallery/suggestions': endpoint({
    summary: 'Titles, tags and people for what somebody is typing',
    access: 'visitor',
    scope: 'read',
    query: z.object({
      /** What is typed so far. Without it, only the tags that the caller uses are suggested. */
      q: z
        .string()
        .trim()
        .normalize()
        .max(suggestionMaxLength, `Suggestions are made for at most ${suggestionMaxLength} characters.`)
        .default(''),
      only: z.literal('tags').optional(),
    }),
    output: answer({
      titles: z.array(z.object({ id, title: z.string() })),
      /** In the spelling of an owner, the caller's own first. */
      tags: z.array(z.string()),
      people: z.array(publicPerson),
    }),
    errors: ['UNAVAILABLE'],
  }),
}
