import { shownTags } from '../../platform/database/tag-columns.ts'
import { element, textElement } from '../../platform/xml.ts'
import { thumbnailOf, type VideoRow } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import { personRight } from '../viewer.ts'

export type SitemapRow = VideoRow & { updated_at: Date }

/** Seconds that crawlers accept: eight hours. */
const maxSeconds = 28_800

/** The page of a video with what is on it. Without a picture a crawler takes no video, so there is only the page. */
export function writeVideo(grants: Grants, row: SitemapRow, origin: string): string {
  const thumbnail = thumbnailOf(row, origin + mediaBase(grants, row, personRight(row, null)))
  const title = row.title.trim() || `Video ${row.id}`
  const seconds = Math.round(row.duration ?? 0)
  return element('url', {}, [
    textElement('loc', `${origin}/video/${row.id}`),
    textElement('lastmod', row.updated_at.toISOString()),
    thumbnail &&
      element('video:video', {}, [
        textElement('video:thumbnail_loc', thumbnail),
        textElement('video:title', title),
        textElement('video:description', row.description || title),
        textElement('video:player_loc', `${origin}/embed/${row.id}`),
        seconds >= 1 && seconds <= maxSeconds && textElement('video:duration', seconds),
        textElement('video:publication_date', row.created_at.toISOString()),
        ...shownTags(row).map((tag) => textElement('video:tag', tag)),
        row.owner_name !== null &&
          textElement('video:uploader', row.owner_name, { info: `${origin}/u/${encodeURIComponent(row.owner_name)}` }),
      ]),
  ])
}
