export const searchRules = {
  /** Characters of a search. */
  maxLength: 200,
  /** Words of a search; more are ignored. */
  maxWords: 10,
  /** Results of a page, by default and at most. */
  page: 20,
  maxPage: 50,
  /** Sentences shown of a video. */
  maxMatches: 3,
} as const
