import { createHash } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import type { StockHit } from '@video-forge/contract/stock'
import type { Logger } from 'pino'
import type { Cache } from '../platform/cache/cache.ts'
import { errorCode } from '../platform/error-code.ts'
import { readHits } from './read-hits.ts'

export interface ProviderDeps {
  url: string
  /** Only sent to the provider. Errors are logged by kind, because their message may contain the address with the key. */
  key: string
  cache: Cache
  log: Logger
  timeoutMs?: number
  now?: () => number
}

const defaultTimeoutMs = 8000
const maxBytes = 2 * 1024 * 1024
const daySeconds = 24 * 60 * 60
/** The provider's terms require caching for a day; the second day is for when it cannot be reached. */
const cacheSeconds = 2 * daySeconds
const retryAfter = 30
/** The number of cached responses. Users choose the queries, so a new one can replace another. */
const maxCached = 2000

interface CachedHits {
  query: string
  at: number
  hits: StockHit[]
}

/** Searches a provider in the shape of Pixabay's video search. */
export function createProvider({ url, key, cache, log, timeoutMs = defaultTimeoutMs, now = Date.now }: ProviderDeps) {
  const site = createHash('sha256').update(url).digest('base64url').slice(0, 8)
  const pending = new Map<string, Promise<StockHit[]>>()

  const request = async (query: string): Promise<StockHit[]> => {
    const address = new URL(url)
    address.searchParams.set('key', key)
    address.searchParams.set('q', query)
    const response = await fetch(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ProviderProblem(`status ${response.status}`)
    }
    const hits = readHits(await textOf(response))
    if (!hits) throw new ProviderProblem('response without a list of hits')
    // A provider that repeats the request in its response must not leak the key to clients.
    return hits.filter((hit) => !JSON.stringify(hit).includes(key))
  }

  const search = async (query: string): Promise<StockHit[]> => {
    const cacheKey = `stock:${site}:${createHash('sha256').update(query).digest().readUInt32BE() % maxCached}`
    const cached = readCached(await cache.get(cacheKey), query)
    if (cached && now() - cached.at < daySeconds * 1000) return cached.hits
    try {
      const hits = await request(query)
      await cache.set(cacheKey, JSON.stringify({ query, at: now(), hits } satisfies CachedHits), cacheSeconds)
      return hits
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'stock video search failed')
      if (cached) return cached.hits
      throw new Failure('UNAVAILABLE', 'The stock video provider cannot be reached right now. Please try again in a moment.', {
        retryAfter,
      })
    }
  }

  return {
    /** Concurrent searches for the same text share one request. */
    search(text: string): Promise<StockHit[]> {
      const query = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
      const known = pending.get(query)
      if (known) return known
      const found = search(query).finally(() => pending.delete(query))
      pending.set(query, found)
      return found
    },
  }
}

class ProviderProblem extends Error {}

async function textOf(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.length
    if (size > maxBytes) throw new ProviderProblem('response is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readCached(text: string | undefined, query: string): CachedHits | undefined {
  const cached = text === undefined ? undefined : (JSON.parse(text) as CachedHits)
  return cached?.query === query ? cached : undefined
}

/** The kind of the failure, not its message: a network error may contain the address with the key. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderProblem) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'no answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  return errorCode(cause) ?? 'unreachable'
}
