import { taggedLanguage } from '@video-forge/contract/captions/languages'
import { tagNames } from '@video-forge/contract/text/tags'
import { emptyItem, type ImportedCaption, type ImportItem, linkKeyOf } from '../../item.ts'
import { shownLink } from '../../links.ts'
import { nameInUrl, readDate, readSeconds, titleInName, withoutMarkup } from '../read-values.ts'
import { childrenOf, markupOf, textOf, type XmlElement } from '../xml.ts'
import { addressIn, bestFileOf, filesOf, mediaContents } from './feed-files.ts'

/** Where MRSS says something of an item: in itself, in its group, or in one of its files. What a picture says is about the picture. */
const mediaParts = (item: XmlElement): XmlElement[] => [
  item,
  ...childrenOf(item, 'media:group'),
  ...mediaContents(item).filter(({ attributes }) => !/^image\b/i.test(attributes['medium'] ?? attributes['type'] ?? '')),
]

function thumbnailOf(item: XmlElement, base: string): string | undefined {
  const pictures = [
    ...mediaParts(item)
      .flatMap((part) => childrenOf(part, 'media:thumbnail'))
      .map(({ attributes }) => attributes['url']),
    ...childrenOf(item, 'itunes:image').map(({ attributes }) => attributes['href']),
  ]
  return pictures.map((address) => addressIn(address, base)).find((address) => address !== undefined)
}

function captionsOf(item: XmlElement, base: string): ImportedCaption[] {
  const found = [...mediaParts(item).flatMap((part) => childrenOf(part, 'media:subtitle')), ...childrenOf(item, 'podcast:transcript')]
  const captions = found.flatMap(({ attributes }) => {
    const url = addressIn(attributes['href'] ?? attributes['url'], base)
    const isCaptions = /vtt|subrip|srt/i.test(attributes['type'] ?? '') || /\.(vtt|srt)$/i.test(url ?? '')
    const language = taggedLanguage(attributes['lang'] ?? attributes['language']) ?? 'und'
    return url && isCaptions ? [{ language, source: { from: 'url' as const, url } }] : []
  })
  // The files of a group name the same ones.
  return captions.filter(({ source }, index) => captions.findIndex((each) => each.source.url === source.url) === index)
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

/** Others have them in a file of JSON. */
const chaptersAddressOf = (item: XmlElement, base: string): string | undefined =>
  childrenOf(item, 'podcast:chapters')
    .map(({ attributes }) => addressIn(attributes['url'], base))
    .find((address) => address !== undefined)

/** The first that says something, as text. */
const firstText = (markups: readonly string[]): string => markups.map(withoutMarkup).find((text) => text !== '') ?? ''

const titleOf = (item: XmlElement): string =>
  firstText([markupOf(item, 'title', 'media:title', 'itunes:title'), ...mediaParts(item).map((part) => markupOf(part, 'media:title'))])

const descriptionNames = ['content:encoded', 'description', 'summary', 'itunes:summary', 'content']

const descriptionOf = (item: XmlElement): string =>
  firstText([
    ...descriptionNames.map((name) => markupOf(item, name)),
    ...mediaParts(item).map((part) => markupOf(part, 'media:description')),
  ])

/** An entry of RSS or Atom. `base` is the address of the feed. */
export function itemOfFeed(item: XmlElement, base: string): ImportItem {
  const files = filesOf(item, base)
  const best = bestFileOf(files)
  const link = childrenOf(item, 'link')
    .map(({ attributes, text }) => attributes['href'] ?? text.trim())
    .find((address) => address !== '')
  const identity = textOf(item, 'guid', 'id') || best?.url || link || textOf(item, 'title')
  const title = titleOf(item)
  const keys = linkKeyOf('feed', new URL(base).host, identity)
  const entry = { ...emptyItem(keys.key, shownLink(best?.url ?? link ?? identity)), ...keys }
  if (!best) {
    const hasSound = files.some(({ kind }) => kind === 'audio')
    return { ...entry, title, problem: hasSound ? 'This is audio, not a video.' : 'This entry has no video file.' }
  }
  const picture = thumbnailOf(item, base)
  const chapters = chaptersOf(item)
  const chaptersUrl = chapters.length === 0 ? chaptersAddressOf(item, base) : undefined
  return {
    ...entry,
    source: { from: 'url', url: best.url },
    filename: nameInUrl(best.url),
    title: title || titleInName(nameInUrl(best.url)),
    description: descriptionOf(item),
    tags: tagsOf(item),
    date: dateIn(item),
    captions: captionsOf(item, base),
    thumbnail: picture ? { from: 'url', url: picture } : null,
    chapters,
    ...(chaptersUrl && { chaptersUrl }),
    bytes: best.bytes,
    seconds: best.seconds ?? readSeconds(textOf(item, 'itunes:duration')),
  }
}
