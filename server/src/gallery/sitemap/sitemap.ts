import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import type { Sender } from '../../platform/network/sender.ts'
import { element, textElement, xmlDeclaration } from '../../platform/xml.ts'
import { describedColumns } from '../describe-video.ts'
import { isListed } from '../feeds/listed-video.ts'
import type { Grants } from '../grants.ts'
import { refuseFull } from '../refuse-full.ts'
import { type SitemapRow, writeVideo } from './write-video.ts'

/** A sitemap file in parts that are made while it is sent. */
export type SitemapFile = AsyncIterable<string>

interface SitemapDeps {
  db: Db
  grants: Grants
}

/** Videos that are read at once. */
const batchSize = 500
/** Of the protocol; a block of the search has a third of it. */
const maxEntries = 50_000
/** Only while a batch is read, so that slow readers occupy no place. */
const queueLimits = { atOnce: 2, maxWaiting: 200, maxWaitingPerKey: 20 }
const refuse = refuseFull('requests', 'This site')

const protocol = 'http://www.sitemaps.org/schemas/sitemap/0.9'
const pagePath = (number: number): string => `/sitemaps/videos-${number}.xml`

/**
 * The sitemap: an index, and a file for each block of the search, which is a range of about 16,000 ids. So a file is read along the primary key, and
 * the index of a million videos has 62 lines and counts nothing.
 */
export function createSitemap({ db, grants }: SitemapDeps) {
  const queue = createFairQueue(queueLimits)
  const inTurn = <Result>({ address }: Sender, work: () => Promise<Result>): Promise<Result> =>
    queue.run(clientNetworks(address)[0].key, work).catch(refuse)

  async function* pageOf(first: string, sender: Sender): AsyncGenerator<string> {
    const { next } = (await inTurn(sender, () => readNext(db, first))) ?? {}
    yield `${xmlDeclaration}<urlset xmlns="${protocol}" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">\n`
    let [from, isFirst, count] = [first, true, 0]
    while (count < maxEntries) {
      const rows = await inTurn(sender, () => readBatch(db, from, isFirst, next))
      if (rows.length > 0) yield `${rows.map((row) => writeVideo(grants, row, sender.own)).join('\n')}\n`
      const last = rows.at(-1)
      if (!last || rows.length < batchSize) break
      ;[from, isFirst, count] = [last.id, false, count + rows.length]
    }
    yield '</urlset>'
  }

  return async (path: string, sender: Sender): Promise<SitemapFile | undefined> => {
    if (path === '/sitemap.xml') {
      const blocks = await inTurn(sender, () => listedBlocks(db))
      return once(writeIndex(blocks, sender.own))
    }
    if (path === '/sitemaps/pages.xml') return once(writePages(sender.own))
    const number = Number(/^\/sitemaps\/videos-(\d{1,9})\.xml$/.exec(path)?.[1] ?? Number.NaN)
    if (Number.isNaN(number)) return undefined
    const block = await inTurn(sender, () =>
      db.selectFrom('search_blocks').select(beginning.as('first')).where('number', '=', number).executeTakeFirst(),
    )
    return block && pageOf(block.first, sender)
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

/**
 * Those with anything to list: a file without entries is an error for crawlers. The first public video along an index decides. A block that
 * still takes videos of the one before it has its whole range at once.
 */
async function listedBlocks(db: Db): Promise<{ number: number }[]> {
  const { rows } = await sql<{ number: number }>`
    with begun as (select number, ${beginning} as first_id from search_blocks),
      blocks as (select number, first_id, lead(first_id) over (order by first_id) as next_id from begun)
    select number from blocks
    where exists (select from videos where ${isListed} and id >= first_id and (next_id is null or id < next_id))
    order by first_id desc`.execute(db)
  return rows
}

const beginning = sql<string>`coalesce(grows_to, first_id)`

const readNext = async (db: Db, first: string): Promise<{ next: string } | undefined> =>
  db.selectFrom('search_blocks').select(beginning.as('next')).where(beginning, '>', first).orderBy('next').limit(1).executeTakeFirst()

/** The next videos of a block by their ids. */
const readBatch = (db: Db, from: string, isFirst: boolean, before: string | undefined): Promise<SitemapRow[]> =>
  db
    .selectFrom('videos')
    .select([...describedColumns, 'updated_at'])
    .where(isListed)
    .where('id', isFirst ? '>=' : '>', from)
    .where(before === undefined ? sql<boolean>`true` : sql<boolean>`id < ${before}`)
    .orderBy('id')
    .limit(batchSize)
    .execute()

function writeIndex(blocks: readonly { number: number }[], origin: string): string {
  const files = ['/sitemaps/pages.xml', ...blocks.map(({ number }) => pagePath(number))]
  const entries = files.map((path) => element('sitemap', {}, [textElement('loc', origin + path)]))
  return xmlDeclaration + element('sitemapindex', { xmlns: protocol }, entries)
}

/** Pages that are there without any video. */
function writePages(origin: string): string {
  const entries = ['/', '/gallery'].map((path) => element('url', {}, [textElement('loc', origin + path)]))
  return xmlDeclaration + element('urlset', { xmlns: protocol }, entries)
}
