import type { ImportVisibility } from '@video-forge/contract/rules/import-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { type Chapter, chaptersProblem } from '@video-forge/contract/text/chapters'
import { cutText } from '@video-forge/contract/text/cut-text'
import { tagNames } from '@video-forge/contract/text/tags'
import { originalDate } from '../platform/database/original-date.ts'
import type { ImportItem } from './item.ts'
import { storableText } from './storable.ts'

const maxNameLength = 255

/** Text from another place, without what the database and people cannot use. */
const cleanText = (text: string): string =>
  storableText(text)
    .normalize()
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim()

const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${cutText(text, maxLength - 1).trimEnd()}…`

function cleanChapters(chapters: readonly Chapter[], seconds: number | null): Chapter[] {
  const sorted = chapters
    .map(({ start, title }) => ({
      start: Math.max(0, Math.round(start * 1000) / 1000),
      title: shorten(cleanText(title), limits.titleMaxLength),
    }))
    .filter(({ title }) => title !== '')
    .sort((a, b) => a.start - b.start)
    .filter(({ start }, index, all) => start !== all[index - 1]?.start && (seconds === null || start < seconds))
    .slice(0, limits.maxChapters)
  return chaptersProblem(sorted, null) === undefined ? sorted : []
}

/** An item within the limits of this product. What is too long is shortened. */
export const cleanItem = (item: ImportItem): ImportItem => ({
  ...item,
  title: shorten(cleanText(item.title).replaceAll(/\s+/g, ' '), limits.titleMaxLength) || 'Untitled',
  description: shorten(cleanText(item.description), limits.descriptionMaxLength),
  filename: cutText(cleanText(item.filename), maxNameLength) || 'video.mp4',
  tags: tagNames(item.tags.map(cleanText))
    .filter((tag) => Array.from(tag).length <= limits.tagMaxLength)
    .slice(0, limits.maxTags),
  chapters: cleanChapters(item.chapters, item.seconds),
})

/** When it was first published. */
export const dateOf = ({ date }: ImportItem): Date | undefined => (date === null ? undefined : originalDate(date))

/** Who may see it here. What is private at its source stays private. */
export function visibilityOf(
  { settings, ...item }: Pick<ImportItem, 'visibility' | 'settings'>,
  wish: ImportVisibility,
): 'public' | 'private' {
  const visibility = settings?.visibility ?? item.visibility
  if (wish === 'private' || visibility === 'private') return 'private'
  return wish === 'public' || visibility === 'public' ? 'public' : 'private'
}
