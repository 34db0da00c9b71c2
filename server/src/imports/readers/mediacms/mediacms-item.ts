import type { Chapter } from '@video-forge/contract/text/chapters'
import { emptyItem, type ImportItem, keyOf } from '../../item.ts'
import { addressAt } from '../address-at.ts'
import type { OfferedFile } from '../choose-file.ts'
import { readBytes, readDate, readSeconds, withoutMarkup } from '../read-values.ts'
import type { ListedMedia, MediaDetails } from './mediacms-answers.ts'

/** The name by which the site knows itself, which is not always that of the address that people type. */
export function ownHostOf({ url }: Pick<ListedMedia, 'url'>): string | undefined {
  return url && URL.canParse(url) ? new URL(url).host : undefined
}

export function itemOf(media: ListedMedia, origin: string): ImportItem {
  const token = media.friendly_token
  const thumbnail = addressAt(media.thumbnail_url, origin, ownHostOf(media))
  return {
    ...emptyItem(keyOf('mediacms', new URL(origin).host, token), `${origin}/view?m=${token}`),
    title: media.title,
    description: withoutMarkup(media.description ?? ''),
    date: readDate(media.add_date),
    // Lists that anyone may read have no state. What no editor has reviewed is not shown there either.
    visibility: media.state === 'public' && media.is_reviewed !== false ? 'public' : 'private',
    thumbnail: thumbnail ? { from: 'url', url: thumbnail } : null,
    oldAddresses: [`mediacms/${token}`],
    bytes: readBytes(media.size),
    seconds: media.duration ?? null,
    ...(media.media_type && media.media_type !== 'video' && { problem: `This is not a video (${media.media_type}).` }),
  }
}

/** Of a site that makes no qualities, or has not made them yet. */
const originalKey = '0-original'

/** The original, then the site's own files, the tallest first. H.264 before others: every site has it, and it is quickest to read. */
export function filesOf(media: MediaDetails, origin: string): OfferedFile[] {
  const ownHost = ownHostOf(media)
  const original = addressAt(media.original_media_url, origin, ownHost)
  const made = Object.entries(media.encodings_info ?? {}).flatMap(([height, byCodec]) =>
    Object.entries(byCodec).flatMap(([codec, { url, status, size }]) => {
      const address = addressAt(url, origin, ownHost)
      const lines = height === originalKey ? 0 : Number(height)
      if (!address || status !== 'success' || !(lines > 0 || height === originalKey)) return []
      const bytes = readBytes(height === originalKey ? media.size : size)
      return [{ url: address, bytes, order: lines * 10 + (codec === 'h264' ? 1 : 0) }]
    }),
  )
  return [...(original ? [{ url: original, bytes: readBytes(media.size) }] : []), ...made.sort((a, b) => b.order - a.order)]
}

export const chaptersOf = ({ chapter_data }: MediaDetails): Chapter[] =>
  (chapter_data ?? []).flatMap((chapter) => {
    const start = readSeconds(chapter.start ?? chapter.startTime)
    const title = chapter.title ?? chapter.chapterTitle ?? chapter.text
    return start !== null && title ? [{ start, title }] : []
  })
