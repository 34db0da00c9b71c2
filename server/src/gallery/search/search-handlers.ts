import type { Handlers } from '../../http/api/handlers.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import { clientNetworks } from '../../platform/network/client-network.ts'
import { describeVideo } from '../describe-video.ts'
import type { Grants } from '../grants.ts'
import { mediaBase } from '../media-addresses.ts'
import type { PeopleDeps } from '../public-pages/people.ts'
import { refuseFull } from '../refuse-full.ts'
import { rightOf, viewerOf } from '../viewer.ts'
import { searchVideos } from './search-videos.ts'

export interface SearchDeps extends PeopleDeps {
  grants: Grants
}

/** Searches leave most connections to the rest of the product. */
const limits = { atOnce: 4, maxWaiting: 400, maxWaitingPerKey: 40 }
const refuse = refuseFull('searches', 'The search')

export function searchHandlers(deps: SearchDeps): Handlers<'GET /gallery/search'> {
  const queue = createFairQueue(limits)
  return {
    'GET /gallery/search': async ({ query, caller, facts }) => {
      const viewer = viewerOf(caller)
      const work = () => searchVideos(deps, viewer, query)
      // The addresses of one IPv6 network belong to one client.
      const client = caller?.userId ?? clientNetworks(facts.address)[0].key
      const { found, nextCursor } = await queue.run(client, work, facts.disconnectSignal()).catch(refuse)
      const results = found.map(({ row, ...rest }) => {
        const right = rightOf(row, viewer.userId, viewer.isAdmin)
        return { video: describeVideo(row, facts.origin + mediaBase(deps.grants, row, right), right), ...rest }
      })
      return { results, nextCursor }
    },
  }
}
