export type RssKind = 'rss' | 'mrss' | 'podcast'

/** What a feed is about. `name`: a username, a tag or the id of a playlist. */
export interface FeedSubject {
  kind: 'site' | 'person' | 'tag' | 'playlist'
  name: string
}

export type FeedFormat = RssKind | 'atom'

const files: Record<string, FeedFormat> = { 'videos.rss': 'rss', 'videos.atom': 'atom', 'videos.mrss': 'mrss', 'podcast.rss': 'podcast' }
const folders: Record<string, FeedSubject['kind']> = { u: 'person', tag: 'tag', playlist: 'playlist' }

/** What is asked for below /feeds/, with its parts decoded. */
export function parseFeedPath(path: string): { subject: FeedSubject; format: FeedFormat } | undefined {
  const [, folder, name = '', file = ''] = /^\/feeds\/(?:([^/]+)\/([^/]+)\/)?([^/]+)$/.exec(path) ?? []
  const format = Object.hasOwn(files, file) ? files[file] : undefined
  const kind = folder === undefined ? 'site' : Object.hasOwn(folders, folder) ? folders[folder] : undefined
  const decoded = decode(name)
  if (!format || !kind || decoded === undefined) return undefined
  return { format, subject: { kind, name: kind === 'playlist' ? decoded.toLowerCase() : decoded } }
}

function decode(name: string): string | undefined {
  try {
    return decodeURIComponent(name)
  } catch {
    return undefined
  }
}

/** A feed that a page names, for readers and podcast apps that are given the address of the page. */
export interface FeedLink {
  type: string
  title: string
  path: string
}

const rssType = 'application/rss+xml'

/** The feeds of a subject. `title` is what it is called on its page. */
export function feedLinks({ kind, name }: FeedSubject, title: string): FeedLink[] {
  const [folder] = Object.entries(folders).find(([, each]) => each === kind) ?? []
  const base = folder === undefined ? '/feeds' : `/feeds/${folder}/${encodeURIComponent(name)}`
  return [
    { type: rssType, title: `${title} (RSS)`, path: `${base}/videos.rss` },
    { type: 'application/atom+xml', title: `${title} (Atom)`, path: `${base}/videos.atom` },
    { type: rssType, title: `${title} (Podcast)`, path: `${base}/podcast.rss` },
  ]
}
