import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { tagNames } from '@video-forge/contract/text/tags'
import { emptyItem, type ImportedCaption, type ImportItem, linkKeyOf } from '../../item.ts'
import { shownLink } from '../../links.ts'
import { nameInUrl, readBytes, readDate, readSeconds, titleInName, withoutMarkup } from '../read-values.ts'
import { childrenOf, textOf, type XmlElement } from '../xml.ts'

interface MediaFile {
  url: string
  type: string
  bytes: number | null
  seconds: number | null
  /** Larger is better. */
  quality: number
}

/** Absolute, and of the web; undefined otherwise. */
const addressIn = (text: string | undefined, base: string): string | undefined => {
  if (!text || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  return url.protocol === 'http:' || url.protocol === 'https:' ? url.href : undefined
}

const videoNames = /\.(mp4|m4v|mov|avi|mkv|webm)$/i
const audioNames = /\.(mp3|m4a|aac|ogg|oga|opus|wav|flac)$/i

const isVideo = ({ type, url }: MediaFile): boolean => type.startsWith('video') || (type === '' && videoNames.test(new URL(url).pathname))
const isAudio = ({ type, url }: MediaFile): boolean => type.startsWith('audio') || (type === '' && audioNames.test(new URL(url).pathname))

const mediaParts = (item: XmlElement): XmlElement[] => [item, ...childrenOf(item, 'media:group')]

/** Every file of an item: enclosures of RSS and Atom, media:content of MRSS, and alternatives of podcasts. */
function filesOf(item: XmlElement, base: string): MediaFile[] {
  const enclosures = [
    ...childrenOf(item, 'enclosure').map(({ attributes }) => ({ ...attributes, url: attributes['url'] })),
    ...childrenOf(item, 'link')
      .filter(({ attributes }) => attributes['rel'] === 'enclosure')
      .map(({ attributes }) => ({ ...attributes, url: attributes['href'] })),
  ]
  const contents = mediaParts(item).flatMap((part) => childrenOf(part, 'media:content').map(({ attributes }) => attributes))
  const alternatives = childrenOf(item, 'podcast:alternateenclosure').flatMap(({ attributes, children }) =>
    children.filter(({ name }) => name === 'podcast:source').map((source) => ({ ...attributes, url: source.attributes['uri'] })),
  )
  return [...enclosures, ...contents, ...alternatives].flatMap((found: Record<string, string | undefined>) => {
    const url = addressIn(found['url'], base)
    if (!url) return []
    const bytes = readBytes(found['length'] ?? found['filesize'])
    return {
      url,
      type: (found['type'] ?? found['medium'] ?? '').toLowerCase(),
      bytes,
      seconds: readSeconds(found['duration']),
      quality: Number(found['height'] ?? 0) * 1e6 + Number(found['bitrate'] ?? 0) + (bytes ?? 0) / 1e9,
    }
  })
}

function thumbnailOf(item: XmlElement, base: string): string | undefined {
  const parts = mediaParts(item)
  const pictures = [
    ...parts.flatMap((part) => childrenOf(part, 'media:thumbnail')).map(({ attributes }) => attributes['url']),
    ...childrenOf(item, 'itunes:image').map(({ attributes }) => attributes['href']),
  ]
  return pictures.map((address) => addressIn(address, base)).find((address) => address !== undefined)
}

function captionsOf(item: XmlElement, base: string): ImportedCaption[] {
  const found = [...mediaParts(item).flatMap((part) => childrenOf(part, 'media:subtitle')), ...childrenOf(item, 'podcast:transcript')]
  return found.flatMap(({ attributes }) => {
    const url = addressIn(attributes['href'] ?? attributes['url'], base)
    const isCaptions = /vtt|subrip|srt/i.test(attributes['type'] ?? '') || /\.(vtt|srt)$/i.test(url ?? '')
    const language = taggedLanguage(attributes['lang'] ?? attributes['language']) ?? 'und'
    return url && isCaptions ? [{ language, source: { from: 'url' as const, url } }] : []
  })
}

function tagsOf(item: XmlElement): string[] {
  const words = [textOf(item, 'itunes:keywords'), ...mediaParts(item).map((part) => textOf(part, 'media:keywords'))].map(withoutMarkup)
  const categories = childrenOf(item, 'category').map(({ text, attributes }) => withoutMarkup(attributes['term'] ?? text))
  return tagNames([...words.flatMap((list) => list.split(',')), ...categories])
}

const dateNames = ['pubdate', 'published', 'issued', 'dc:date', 'dcterms:created', 'updated', 'modified', 'a10:updated']

/** The first that is a date. */
const dateIn = (item: XmlElement): string | null =>
  dateNames.map((name) => readDate(textOf(item, name))).find((date) => date !== null) ?? null

/** Podlove's chapters stand in the feed itself. */
const chaptersOf = (item: XmlElement) =>
  childrenOf(item, 'psc:chapters')
    .flatMap(({ children }) => children)
    .flatMap(({ attributes }) => {
      const start = readSeconds(attributes['start'])
      return start !== null && attributes['title'] ? [{ start, title: attributes['title'] }] : []
    })

/** An entry of RSS or Atom. `base` is the address of the feed. */
export function itemOfFeed(item: XmlElement, base: string): ImportItem {
  const files = filesOf(item, base)
  const [best] = files.filter(isVideo).sort((a, b) => b.quality - a.quality)
  const link = childrenOf(item, 'link')
    .map(({ attributes, text }) => attributes['href'] ?? text.trim())
    .find((address) => address !== '')
  const identity = textOf(item, 'guid', 'id') || best?.url || link || textOf(item, 'title')
  const title =
    textOf(item, 'title', 'media:title', 'itunes:title') ||
    mediaParts(item)
      .map((part) => textOf(part, 'media:title'))
      .join('')
  const keys = linkKeyOf('feed', new URL(base).host, identity)
  const entry = { ...emptyItem(keys.key, shownLink(best?.url ?? link ?? identity)), ...keys }
  if (!best)
    return {
      ...entry,
      title: withoutMarkup(title),
      problem: files.some(isAudio) ? 'This is audio, not a video.' : 'This entry has no video file.',
    }
  const picture = thumbnailOf(item, base)
  const description =
    textOf(item, 'content:encoded', 'description', 'summary', 'itunes:summary', 'content') ||
    mediaParts(item)
      .map((part) => textOf(part, 'media:description'))
      .join('')
  return {
    ...entry,
    source: { from: 'url', url: best.url },
    filename: nameInUrl(best.url),
    title: withoutMarkup(title) || titleInName(nameInUrl(best.url)),
    description: withoutMarkup(description),
    tags: tagsOf(item),
    date: dateIn(item),
    captions: captionsOf(item, base),
    thumbnail: picture ? { from: 'url', url: picture } : null,
    chapters: chaptersOf(item),
    bytes: best.bytes,
    seconds: best.seconds ?? readSeconds(textOf(item, 'itunes:duration')),
  }
}
