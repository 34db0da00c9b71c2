import { shownTags } from '../../platform/database/tag-columns.ts'
import type { VideoRow } from '../describe-video.ts'
import { enclosurePath } from '../feeds/enclosure.ts'

/** A public video for search engines (schema.org VideoObject), as a script that is data. */
export function structuredData(video: VideoRow, origin: string, thumbnail: string | null): string {
  const { id, title, description, owner_name: owner, duration, embed_domains, status, lacks_pictures, allow_download } = video
  const tags = shownTags(video)
  const hasFile = status === 'ready' && !lacks_pictures && embed_domains.length === 0 && allow_download
  const data = {
    '@context': 'https://schema.org',
    '@type': 'VideoObject',
    name: title,
    description: description || title,
    url: `${origin}/video/${id}`,
    uploadDate: video.created_at.toISOString(),
    ...(thumbnail && { thumbnailUrl: [thumbnail] }),
    ...(duration && { duration: `PT${Math.max(1, Math.round(duration))}S` }),
    embedUrl: `${origin}/embed/${id}`,
    ...(hasFile && { contentUrl: origin + enclosurePath(id) }),
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    ...(owner && { author: { '@type': 'Person', name: owner, url: `${origin}/u/${encodeURIComponent(owner)}` } }),
    ...(video.show_views && {
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: { '@type': 'WatchAction' },
        userInteractionCount: Number(video.view_count),
      },
    }),
  }
  // Without the character nothing in it can end the script or begin a comment.
  return `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`
}
