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
  /** Characters from which suggestions are made, and how many of each kind there are. */
  suggestionMaxLength: 80,
  maxTitles: 5,
  maxTags: 5,
  maxPeople: 3,
  /** Where only tags are asked for. */
  maxOnlyTags: 10,
} as const
