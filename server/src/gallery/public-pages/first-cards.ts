import type { CacheLookup } from '../../platform/cache/cache-until-change.ts'
import type { Db } from '../../platform/database/database.ts'
import { describeVideo } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { listVideos } from '../listing/list-videos.ts'
import { mediaBase } from '../media-addresses.ts'
import { rightOf, viewerOf } from '../viewer.ts'

interface CardDeps {
  db: Db
  grants: Grants
  cachedCards: CacheLookup<string[]>
}

/** What a phone shows of the gallery without scrolling. */
const firstCount = 2

/**
 * The pictures of the gallery's first cards, as a visitor sees them: the page has them before its scripts run. Up to the first that is missing
 * or upright, which a card shows in another way.
 */
export const createFirstCards =
  ({ db, grants, cachedCards }: CardDeps) =>
  (origin: string): Promise<string[]> =>
    // Addresses of a video that only some sites may embed expire.
    cachedCards(`${origin} ${Math.floor(Date.now() / 60_000)}`, async () => {
      const { rows } = await listVideos(db, viewerOf(undefined), { sort: 'newest', limit: firstCount })
      const addresses = rows.map((row) => {
        const right = rightOf(row, undefined, false)
        const isUpright = Number(row.height) > Number(row.width)
        return isUpright ? null : describeVideo(row, origin + mediaBase(grants, row, right), right).cardUrl
      })
      const missing = addresses.indexOf(null)
      return addresses.slice(0, missing < 0 ? undefined : missing).filter((address) => address !== null)
    })
