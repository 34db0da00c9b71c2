import { normalizeTag, tagKey } from '@video-forge/contract/text/tags'

/** The columns for the tags of a video, in the spelling of its owner. */
export const tagColumns = (names: readonly string[]) => ({ tags: names.map(normalizeTag), tag_names: [...names] })

/** The tags as they are shown. A version that knows no spellings may have changed them since. */
export function shownTags({ tags, tag_names }: { tags: readonly string[]; tag_names: readonly string[] }): string[] {
  const shown = new Map(tags.map((tag) => [tagKey(tag), tag]))
  for (const name of tag_names) if (shown.has(tagKey(name))) shown.set(tagKey(name), name)
  return [...shown.values()]
}
