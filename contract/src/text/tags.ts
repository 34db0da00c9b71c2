import { limits } from '../rules/limits.ts'
import { withoutAccents } from './without-accents.ts'

/** A tag as its owner writes it and as it is shown: without a leading #, with single spaces. A comma separates tags, so no tag has one. */
const tagName = (tag: string): string =>
  tag
    .normalize('NFKC')
    .replaceAll(/[\p{Cc}\p{Cf}\s,]+/gu, ' ')
    .trim()
    .replace(/^#+\s*/, '')

/** A tag as it is stored beside its spelling. */
export const normalizeTag = (tag: string): string => tagName(tag).toLowerCase()

/** What tags are compared and found by: neither case nor accents count. Migration 0038 does the same. */
export const tagKey = (tag: string): string => withoutAccents(normalizeTag(tag))

/** The tags in the order they were given and in their own spelling, the first where a tag has several. */
export function tagNames(tags: readonly string[]): string[] {
  const names = new Map<string, string>()
  for (const tag of tags) if (!names.has(tagKey(tag))) names.set(tagKey(tag), tagName(tag))
  names.delete('')
  return [...names.values()]
}

/** The tags of a text field, which are separated by commas or lines. */
export const tagsInText = (text: string): string[] => tagNames(text.split(/[,\n、，]/))

/** What is wrong with the tags of a video. */
export function tagsProblem(tags: readonly string[]): string | undefined {
  if (tags.length > limits.maxTags) return `A video can have at most ${limits.maxTags} tags`
  if (tags.some((tag) => Array.from(tag).length > limits.tagMaxLength))
    return `A tag must be at most ${limits.tagMaxLength} characters long`
  return undefined
}
