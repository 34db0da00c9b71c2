import { limits } from '../rules/limits.ts'

/** A tag as it is stored and compared: lower case, without a leading #, with single spaces. A comma separates tags, so no tag has one. */
export const normalizeTag = (tag: string): string =>
  tag
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\s,]+/gu, ' ')
    .trim()
    .replace(/^#+\s*/, '')
    .toLowerCase()

/** The tags in the order they were given, each once. */
export const normalizeTags = (tags: readonly string[]): string[] => [...new Set(tags.map(normalizeTag).filter((tag) => tag !== ''))]

/** The tags of a text field, which are separated by commas or lines. */
export const tagsInText = (text: string): string[] => normalizeTags(text.split(/[,\n、，]/))

/** What is wrong with normalized tags. */
export function tagsProblem(tags: readonly string[]): string | undefined {
  if (tags.length > limits.maxTags) return `A video can have at most ${limits.maxTags} tags`
  if (tags.some((tag) => Array.from(tag).length > limits.tagMaxLength))
    return `A tag must be at most ${limits.tagMaxLength} characters long`
  return undefined
}
