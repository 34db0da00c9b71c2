import { emptyItem, keyOf } from '../../item.ts'
import { getJson, getOptionalJson } from '../get-json.ts'
import { pagesOf } from '../pages-of.ts'
import type { GetOptions, ItemPage, ReaderContext } from '../reader.ts'
import type { MediaCmsPlace } from './mediacms-address.ts'
import * as answers from './mediacms-answers.ts'
import { itemOf } from './mediacms-item.ts'

/** A server that always names a next page would never end. Pages have 50 by default. */
const maxPages = 10_000
/** Newer versions list no more, of whatever is asked for. */
const listLimit = 1000

/** By which MediaCMS can list less at once. Each video is in one duration and one state. */
const durations = ['0-20', '20-40', '40-60', '60-120']
const states = ['public', 'unlisted', 'private']
/** The newest come first by default. */
const oldestFirst = '&sort_by=add_date&ordering=asc'

const idOf = (media: answers.ListedMedia): string => media.friendly_token

interface ListDeps {
  place: MediaCmsPlace
  context: ReaderContext
  options: GetOptions
}

async function* pagesWith({ place, context, options }: ListDeps, filter: string, from = 1) {
  const { origin, author } = place
  const wanted = `${author === undefined ? '' : `&author=${encodeURIComponent(author)}`}${filter}`
  let count: number | undefined
  const pages = pagesOf({
    from,
    maxPages,
    idOf,
    // By number and not by the address in `next`, which has another protocol behind some proxies.
    get: async (page: number) => {
      const address = `${origin}/api/v1/media?page=${page}${wanted}`
      const found =
        page === 1
          ? await getJson(context, address, answers.mediaPage, options)
          : await getOptionalJson(context, address, answers.mediaPage, options, (status) => status === 404)
      count = found?.count ?? count
      return found && { entries: found.results, total: found.count ?? undefined, next: found.next ? page + 1 : undefined }
    },
  })
  for await (const page of pages) yield { ...page, isLimited: count === listLimit }
}

/** All media of a site or a person. Where a list may have been cut off, it is asked for again in parts; keys keep what comes twice apart. */
export async function* listMedia(deps: ListDeps, from: number): AsyncGenerator<ItemPage> {
  const { origin } = deps.place
  let isLimited = false
  for await (const page of pagesWith(deps, '', from)) {
    isLimited = page.isLimited
    const items = page.entries.map((media) => itemOf(media, origin))
    // The parts have no place of their own: after a crash all is listed again.
    yield { items, listedTo: page.next ?? 1, ...(page.total !== undefined && { total: page.total }) }
  }
  if (!isLimited) return
  const limited: string[] = []
  let before = ''
  for (const duration of durations) {
    const filter = `&media_type=video&duration=${duration}`
    const part = yield* listPart(deps, filter)
    // Versions that know no such filter answer the same to each.
    if (part.firstIds !== '' && part.firstIds === before) return yield { items: [cutOff(origin)], listedTo: 1 }
    before = part.firstIds
    if (part.isLimited) limited.push(filter)
  }
  let isComplete = true
  for (const filter of limited.flatMap((part) => states.map((state) => `${part}&publish_state=${state}`))) {
    if (!(yield* listPart(deps, filter)).isLimited) continue
    yield* listPart(deps, filter + oldestFirst)
    isComplete = false
  }
  if (!isComplete) yield { items: [cutOff(origin)], listedTo: 1 }
}

async function* listPart(deps: ListDeps, filter: string): AsyncGenerator<ItemPage, { isLimited: boolean; firstIds: string }> {
  let isLimited = false
  let firstIds = ''
  for await (const page of pagesWith(deps, filter)) {
    isLimited = page.isLimited
    firstIds ||= page.entries.map(idOf).join('\n')
    yield { items: page.entries.map((media) => itemOf(media, deps.place.origin)), listedTo: 1 }
  }
  return { isLimited, firstIds }
}

/** Said in the report. */
const cutOff = (origin: string) => ({
  ...emptyItem(keyOf('mediacms', new URL(origin).host, 'list', 'more'), `${origin}/`),
  problem: 'MediaCMS lists at most 1,000 media at a time, so there may be more than these. Import its people one by one.',
})
