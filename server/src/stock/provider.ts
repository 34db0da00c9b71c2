import { createHash } from 'node:crypto'
import { Failure } from '@video-forge/contract/errors'
import type { StockHit } from '@video-forge/contract/stock'
import type { Logger } from 'pino'
import type { Cache } from '../platform/cache/cache.ts'
import { errorCode } from '../platform/error-code.ts'
import { readHits } from './read-hits.ts'

export interface ProviderDeps {
  url: string
  /** Goes into the request and nowhere else: what fails is logged by its kind, never with an error that may hold the address. */
  key: string
  cache: Cache
  log: Logger
  timeoutMs?: number
  now?: () => number
}

const answerMs = 8000
const mostBytes = 2 * 1024 * 1024
const daySeconds = 24 * 60 * 60
/** A day, as the provider's terms want; another day in reserve for when it can't be reached. */
const keptSeconds = 2 * daySeconds
const retryAfter = 30
/** Answers that are kept at most: people choose what they search for, so a new one takes the place of another. */
const places = 2000

interface Kept {
  query: string
  at: number
  hits: StockHit[]
}

/** Searches a provider in the shape of Pixabay's video search. */
export function createProvider({ url, key, cache, log, timeoutMs = answerMs, now = Date.now }: ProviderDeps) {
  const site = createHash('sha256').update(url).digest('base64url').slice(0, 8)
  const underWay = new Map<string, Promise<StockHit[]>>()

  const ask = async (query: string): Promise<StockHit[]> => {
    const address = new URL(url)
    address.searchParams.set('key', key)
    address.searchParams.set('q', query)
    const response = await fetch(address, { headers: { accept: 'application/json' }, signal: AbortSignal.timeout(timeoutMs) })
    if (!response.ok) {
      await response.body?.cancel()
      throw new ProviderProblem(`it answered with the status ${response.status}`)
    }
    const hits = readHits(await textOf(response))
    if (!hits) throw new ProviderProblem('its answer is not a list of hits')
    // A provider that repeats our request in its answer must not hand the key on through us.
    return hits.filter((hit) => !JSON.stringify(hit).includes(key))
  }

  const search = async (query: string): Promise<StockHit[]> => {
    const place = `stock:${site}:${createHash('sha256').update(query).digest().readUInt32BE() % places}`
    const kept = readKept(await cache.get(place), query)
    if (kept && now() - kept.at < daySeconds * 1000) return kept.hits
    try {
      const hits = await ask(query)
      await cache.set(place, JSON.stringify({ query, at: now(), hits } satisfies Kept), keptSeconds)
      return hits
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'the stock video provider could not be asked')
      if (kept) return kept.hits
      throw new Failure('UNAVAILABLE', 'The stock video provider can not be reached right now. Please try again in a moment.', {
        retryAfter,
      })
    }
  }

  return {
    /** Who asks for the same thing at the same time waits for one request. */
    search(text: string): Promise<StockHit[]> {
      const query = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
      const known = underWay.get(query)
      if (known) return known
      const found = search(query).finally(() => underWay.delete(query))
      underWay.set(query, found)
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
    if (size > mostBytes) throw new ProviderProblem('its answer is too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readKept(text: string | undefined, query: string): Kept | undefined {
  const kept = text === undefined ? undefined : (JSON.parse(text) as Kept)
  return kept?.query === query ? kept : undefined
}

/** Our own words, or the kind of the failure: an error of the network may carry the address, and with it the key. */
function reasonOf(error: unknown): string {
  if (error instanceof ProviderProblem) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time'
  const cause = error instanceof Error ? error.cause : undefined
  return errorCode(cause) ?? 'it cannot be reached'
}
