import { Failure } from '@video-forge/contract/errors'
import type { ImportItem } from '../../item.ts'
import { getJson } from '../get-json.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import { childrenOf, readXml, type XmlElement } from '../xml.ts'
import { chapterOf, chaptersFile } from './chapters-file.ts'
import { itemOfFeed } from './feed-item.ts'

const maxFeedBytes = 32 * 1024 * 1024
const maxChaptersBytes = 1024 * 1024
/** Of a feed in pages. A server could invent new ones without end. */
const maxPages = 500
const pageSize = 100

const feedHeaders = { accept: 'application/rss+xml, application/atom+xml, application/xml;q=0.9, text/xml;q=0.8, */*;q=0.1' }

/** The next page (RFC 5005); undefined on the last one. */
function nextPage(root: XmlElement, base: string): string | undefined {
  const owners = [root, ...childrenOf(root, 'channel')]
  const link = owners.flatMap((owner) => childrenOf(owner, 'link', 'atom:link')).find(({ attributes }) => attributes['rel'] === 'next')
  const address = link?.attributes['href']
  return address && URL.canParse(address, base) ? new URL(address, base).href : undefined
}

const noFeed = () => new Failure('INVALID_SOURCE', 'This address is not an RSS or Atom feed.')

/** RSS 2.0, Atom, MRSS and podcasts, with all their pages. After a restart the page that was not finished is read again. */
export const feed: Reader<{ url: string }> = {
  async *list({ url }, listedTo, { getText }) {
    const seen = new Set<string>()
    let next: string | undefined = typeof listedTo === 'string' ? listedTo : url
    while (next !== undefined && !seen.has(next) && seen.size < maxPages) {
      const base: string = next
      seen.add(base)
      const text = await getText(base, { maxBytes: maxFeedBytes, headers: feedHeaders })
      let items: ImportItem[] = []
      let root: XmlElement | undefined
      for (const element of elementsOf(text)) {
        if (element.name !== 'item' && element.name !== 'entry') root = element
        else items.push(itemOfFeed(element, base))
        if (items.length < pageSize) continue
        yield { items, listedTo: base }
        items = []
      }
      if (!root || !['rss', 'feed', 'rdf:rdf'].includes(root.name)) throw noFeed()
      next = nextPage(root, base)
      yield { items, listedTo: next ?? base }
    }
  },
  complete,
}

/** Chapters in a file of their own; without it the video is imported all the same. */
async function complete(_request: { url: string }, { chaptersUrl, ...item }: ImportItem, context: ReaderContext): Promise<ImportItem> {
  if (chaptersUrl === undefined) return item
  try {
    const { chapters } = await getJson(context, chaptersUrl, chaptersFile, { maxBytes: maxChaptersBytes })
    return { ...item, chapters: chapters.flatMap(chapterOf) }
  } catch (error) {
    context.signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return item
  }
}

function* elementsOf(text: string): Generator<XmlElement> {
  try {
    yield* readXml(text, ['item', 'entry'])
  } catch {
    throw noFeed()
  }
}
