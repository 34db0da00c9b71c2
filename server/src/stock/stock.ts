import type { StockHit } from '@video-forge/contract/stock'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Handlers } from '../http/api/handlers.ts'
import type { Cache } from '../platform/cache/cache.ts'
import { type RateLimit, takeFrom } from '../platform/cache/rate-limit.ts'
import { type Clip, searchCatalogue } from './catalogue.ts'
import { createProvider } from './provider.ts'

export interface StockDeps {
  config: Pick<Config, 'stock'>
  cache: Cache
  /** The path under which the built-in clips are served. */
  clipPath: string
  log: Logger
}

interface Source {
  provider: { name: string; url: string | null }
  /** `origin` is the start of this server's addresses. */
  search(query: string, origin: string): Promise<StockHit[]>
}

const searchLimits = (userId: string): RateLimit[] => [
  { key: `stock:minute:${userId}`, most: 30, perSeconds: 60 },
  { key: `stock:hour:${userId}`, most: 300, perSeconds: 60 * 60 },
]

/** Stock videos of the configured provider, or of the built-in catalogue. */
export function createStock({ config: { stock }, cache, clipPath, log }: StockDeps) {
  const source = stock.kind === 'provider' ? providerSource(stock, cache, log) : builtIn(clipPath)

  const handlers: Handlers<'GET /stock/videos'> = {
    'GET /stock/videos': async ({ query, caller, facts }) => {
      await takeFrom(cache, searchLimits(caller.userId))
      return { hits: await source.search(query.q, facts.origin), provider: source.provider }
    },
  }

  return { handlers, hosts: hostsOf(stock) }
}

/** Where browsers may load pictures and previews from. Providers do not document the hosts of theirs. */
function hostsOf(stock: Config['stock']): string[] {
  if (stock.kind === 'built-in') return []
  return stock.url.startsWith('http:') ? ['https:', 'http:'] : ['https:']
}

function providerSource({ url, key }: { url: string; key: string }, cache: Cache, log: Logger): Source {
  const { hostname, origin } = new URL(url)
  const provider = hostname === 'pixabay.com' ? { name: 'Pixabay', url: 'https://pixabay.com' } : { name: hostname, url: origin }
  return { provider, search: createProvider({ url, key, cache, log }).search }
}

function builtIn(clipPath: string): Source {
  const toHit = ({ id, name, tags, version }: Clip, origin: string): StockHit => {
    const urlOf = (extension: string) => `${origin}${clipPath}/${name}.${extension}?v=${version}`
    return { id, tags: tags.join(', '), type: 'animation', videos: { large: { thumbnail: urlOf('jpg'), url: urlOf('mp4') } } }
  }
  return {
    provider: { name: 'Built-in catalogue', url: null },
    search: async (query, origin) => searchCatalogue(query).map((clip) => toHit(clip, origin)),
  }
}
