import { element, textElement, xmlDeclaration } from '../../platform/xml.ts'
import type { Feed } from './feed.ts'
import type { FeedItem } from './feed-items.ts'

/** RFC 4287. */
export function writeAtom(feed: Feed): string {
  const children = [
    textElement('id', feed.self),
    textElement('title', feed.title),
    textElement('subtitle', feed.description),
    textElement('updated', (feed.updated ?? new Date(0)).toISOString()),
    textElement('generator', 'Video Forge'),
    element('link', { rel: 'self', type: 'application/atom+xml', href: feed.self }),
    element('link', { rel: 'alternate', type: 'text/html', href: feed.page }),
    // Entries without an author need one of the feed.
    element('author', {}, [textElement('name', feed.author ?? 'Video Forge')]),
    ...feed.items.map(writeEntry),
  ]
  return xmlDeclaration + element('feed', { xmlns: 'http://www.w3.org/2005/Atom' }, children)
}

function writeEntry({ enclosure, ...item }: FeedItem): string {
  return element('entry', {}, [
    textElement('id', `urn:uuid:${item.id}`),
    textElement('title', item.title),
    textElement('published', item.published.toISOString()),
    textElement('updated', item.updated.toISOString()),
    element('link', { rel: 'alternate', type: 'text/html', href: item.page }),
    enclosure && element('link', { rel: 'enclosure', type: 'video/mp4', length: enclosure.bytes, href: enclosure.url }),
    item.author && element('author', {}, [textElement('name', item.author)]),
    ...item.tags.map((tag) => element('category', { term: tag })),
    textElement('summary', item.description),
  ])
}
