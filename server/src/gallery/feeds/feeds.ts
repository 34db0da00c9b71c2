import { createHash } from 'node:crypto'
import type { CacheLookup } from '../../platform/cache/cache-until-change.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import type { Sender } from '../../platform/network/sender.ts'
import type { Grants } from '../grants.ts'
import type { PeopleDeps } from '../public-pages/people.ts'
import { refuseFull } from '../refuse-full.ts'
import { readFeed } from './feed.ts'
import { type FeedFormat, parseFeedPath } from './feed-paths.ts'
import { writeAtom } from './write-atom.ts'
import { writeRss } from './write-rss.ts'

/** A feed as it is sent. */
export interface FeedFile {
  text: string
  contentType: string
  etag: string
  lastModified: string | undefined
}

interface FeedsDeps extends PeopleDeps {
  grants: Grants
  cachedFeeds: CacheLookup<FeedFile | undefined>
}

/** A feed is asked for every hour, by many; what is not in the cache waits. */
const queueLimits = { atOnce: 2, maxWaiting: 100, maxWaitingPerKey: 20 }

const refuse = refuseFull('requests', 'This site')

const typeOf = (format: FeedFormat): string => `application/${format === 'atom' ? 'atom' : 'rss'}+xml; charset=utf-8`

/** Finds the feed at a path. It is made once, and again when a public video changes. */
export function createFeeds({ cachedFeeds, ...deps }: FeedsDeps) {
  const queue = createFairQueue(queueLimits)
  return async (path: string, sender: Sender): Promise<FeedFile | undefined> => {
    const asked = parseFeedPath(path)
    if (!asked) return undefined
    const { subject, format } = asked
    const make = async (): Promise<FeedFile | undefined> => {
      const feed = await readFeed(deps, subject, sender.own, path)
      if (!feed) return undefined
      const text = format === 'atom' ? writeAtom(feed) : writeRss(feed, format)
      return {
        text,
        contentType: typeOf(format),
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
        lastModified: feed.updated?.toUTCString(),
      }
    }
    const client = clientNetworks(sender.address)[0].key
    const key = JSON.stringify([sender.own, path])
    // Playlists change without a notice.
    if (subject.kind === 'playlist') return queue.run(client, make).catch(refuse)
    return cachedFeeds(key, () => queue.run(client, make).catch(refuse))
  }
}
