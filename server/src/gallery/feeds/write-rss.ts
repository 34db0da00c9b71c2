import { element, textElement, xmlDeclaration } from '../../platform/xml.ts'
import type { Feed } from './feed.ts'
import type { FeedItem } from './feed-items.ts'
import type { RssKind } from './feed-paths.ts'

/** What each kind of feed adds to RSS 2.0. */
const namespaces: Record<RssKind, Record<string, string>> = {
  rss: {},
  mrss: { 'xmlns:media': 'http://search.yahoo.com/mrss/' },
  podcast: { 'xmlns:itunes': 'http://www.itunes.com/dtds/podcast-1.0.dtd' },
}

export function writeRss(feed: Feed, kind: RssKind): string {
  // A podcast app has nothing to play without a file.
  const items = kind === 'podcast' ? feed.items.filter(({ enclosure }) => enclosure) : feed.items
  const channel = element('channel', {}, [
    textElement('title', feed.title),
    textElement('link', feed.page),
    textElement('description', feed.description),
    element('atom:link', { href: feed.self, rel: 'self', type: 'application/rss+xml' }),
    textElement('generator', 'Video Forge'),
    feed.updated && textElement('lastBuildDate', feed.updated.toUTCString()),
    ...(kind === 'podcast' ? podcastTags(feed, items) : []),
    ...items.map((item) => writeItem(item, kind)),
  ])
  const names = { 'xmlns:atom': 'http://www.w3.org/2005/Atom', 'xmlns:dc': 'http://purl.org/dc/elements/1.1/', ...namespaces[kind] }
  return xmlDeclaration + element('rss', { version: '2.0', ...names }, [channel])
}

/** What directories of podcasts ask for. The picture is that of the newest video: a site has none of its own. */
function podcastTags({ title, author, description }: Feed, items: readonly FeedItem[]): string[] {
  const picture = items.find(({ thumbnail }) => thumbnail)?.thumbnail
  return [
    textElement('language', 'en'),
    textElement('itunes:author', author ?? title),
    textElement('itunes:summary', description),
    textElement('itunes:type', 'episodic'),
    textElement('itunes:explicit', 'false'),
    element('itunes:category', { text: 'TV & Film' }),
    ...(picture ? [element('itunes:image', { href: picture })] : []),
  ]
}

function writeItem(item: FeedItem, kind: RssKind): string {
  const { enclosure, author } = item
  return element('item', {}, [
    textElement('title', item.title),
    textElement('link', item.page),
    // The same when the site gets another address.
    textElement('guid', `urn:uuid:${item.id}`, { isPermaLink: 'false' }),
    textElement('pubDate', item.published.toUTCString()),
    textElement('description', item.description),
    author && textElement('dc:creator', author),
    ...item.tags.map((tag) => textElement('category', tag)),
    enclosure && element('enclosure', { url: enclosure.url, length: enclosure.bytes, type: 'video/mp4' }),
    ...(kind === 'mrss' ? mediaTags(item) : []),
    ...(kind === 'podcast' ? episodeTags(item) : []),
  ])
}

function mediaTags({ enclosure, ...item }: FeedItem): (string | false | null)[] {
  const seconds = item.duration === null ? undefined : Math.round(item.duration)
  const about = [
    textElement('media:title', item.title, { type: 'plain' }),
    item.description !== '' && textElement('media:description', item.description, { type: 'plain' }),
    item.tags.length > 0 && textElement('media:keywords', item.tags.join(', ')),
    item.thumbnail && element('media:thumbnail', { url: item.thumbnail }),
    item.author && textElement('media:credit', item.author, { role: 'author' }),
    element('media:player', { url: item.player }),
  ]
  if (!enclosure) return about
  const { url, bytes, width, height } = enclosure
  return [element('media:content', { url, fileSize: bytes, type: 'video/mp4', medium: 'video', duration: seconds, width, height }, about)]
}

const episodeTags = (item: FeedItem): (string | false | null)[] => [
  textElement('itunes:title', item.title),
  item.description !== '' && textElement('itunes:summary', item.description),
  item.author && textElement('itunes:author', item.author),
  item.duration !== null && textElement('itunes:duration', Math.round(item.duration)),
  textElement('itunes:episodeType', 'full'),
  textElement('itunes:explicit', 'false'),
  item.thumbnail && element('itunes:image', { href: item.thumbnail }),
]
