import type { Handlers } from '../../../http/api/handlers.ts'
import type { Cache } from '../../../platform/cache/cache.ts'
import type { CacheLookup } from '../../../platform/cache/cache-until-change.ts'
import { takeFrom } from '../../../platform/cache/rate-limit.ts'
import { createFairQueue } from '../../../platform/fair-queue.ts'
import { clientNetworks } from '../../../platform/network/client-network.ts'
import type { PeopleDeps } from '../../public-pages/people.ts'
import { refuseFull } from '../../refuse-full.ts'
import { viewerOf } from '../../viewer.ts'
import { type Suggestions, suggest } from './suggest.ts'

interface SuggestionDeps extends PeopleDeps {
  limits: Cache
  /** What visitors are suggested, until a public video changes. */
  cachedSuggestions: CacheLookup<Suggestions>
}

/** Fewer than searches, which people wait for. */
const queueLimits = { atOnce: 2, maxWaiting: 100, maxWaitingPerKey: 10 }
const refuse = refuseFull('searches', 'The search')
/** Ten a second: more than anybody types. */
const most = 600
const perSeconds = 60

export function suggestionHandlers(deps: SuggestionDeps): Handlers<'GET /gallery/suggestions'> {
  const queue = createFairQueue(queueLimits)
  return {
    'GET /gallery/suggestions': async ({ query: { q, only }, caller, facts }) => {
      const client = caller?.userId ?? clientNetworks(facts.address)[0].key
      await takeFrom(deps.limits, [{ key: `suggestions:${client}`, most, perSeconds }])
      const make = () => queue.run(client, () => suggest(deps, viewerOf(caller), q, only)).catch(refuse)
      return caller ? make() : deps.cachedSuggestions(JSON.stringify([q.toLowerCase(), only]), make)
    },
  }
}
