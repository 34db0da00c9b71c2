import { limits } from '../rules/limits.ts'
import { findTimeStamps } from './time-stamps.ts'

export interface Chapter {
  /** Seconds. */
  start: number
  title: string
}

const separators = /^[\s\-–—:|.)\]]+/

/** The chapter in a line that begins with a time, like '1:23 The harbour'. */
function chapterInLine(line: string): Chapter | undefined {
  const trimmed = line.trim().replace(/^[([]/, '')
  const [stamp] = findTimeStamps(trimmed)
  if (stamp?.index !== 0) return undefined
  const title = trimmed.slice(stamp.text.length).replace(separators, '').trim()
  return title ? { start: stamp.seconds, title } : undefined
}

/** The chapters of a text field, one in each line, or the first line that is none. */
export function chaptersInText(text: string): { chapters: Chapter[]; problem?: string } {
  const chapters: Chapter[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    const chapter = chapterInLine(line)
    if (!chapter)
      return { chapters, problem: `Each line needs a time and a title, like "1:23 The harbour". This one does not: "${line.trim()}"` }
    chapters.push(chapter)
  }
  return { chapters }
}

/** Within its length, or anywhere in a video whose length is not known. */
const isWithin = (start: number, duration: number | null): boolean => duration === null || start < duration

/** What is wrong with a list of chapters. */
export function chaptersProblem(chapters: readonly Chapter[], duration: number | null): string | undefined {
  if (chapters.length > limits.maxChapters) return `A video can have at most ${limits.maxChapters} chapters`
  if (chapters.some(({ start }, index) => index > 0 && start <= (chapters[index - 1]?.start ?? 0)))
    return 'Each chapter must start after the one before it'
  if (chapters.some(({ start }) => !isWithin(start, duration))) return 'A chapter starts after the end of the video'
  if (chapters.some(({ title }) => title.length > limits.titleMaxLength))
    return `The title of a chapter must be at most ${limits.titleMaxLength} characters long`
  return undefined
}

/** A description has chapters if at least two of its lines begin with a time, the first with 0:00, and their order is right. */
export function chaptersInDescription(description: string, duration: number | null): Chapter[] {
  const chapters = description.split('\n').flatMap((line) => chapterInLine(line) ?? [])
  const isList = chapters.length >= 2 && chapters[0]?.start === 0
  return isList && chaptersProblem(chapters, duration) === undefined ? chapters : []
}
