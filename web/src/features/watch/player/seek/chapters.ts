export interface Chapter {
  /** Seconds. */
  start: number
  title: string
}

/** The chapter at a time. */
export const chapterAt = (chapters: readonly Chapter[], seconds: number): Chapter | undefined =>
  chapters.findLast(({ start }) => start <= seconds)
