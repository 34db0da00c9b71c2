import type { StockHit } from '@video-forge/contract/stock'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Handlers } from '../http/api/handlers.ts'
import type { Cache } from '../platform/cache/cache.ts'
import { type RateLimit, takeFrom } from '../platform/cache/rate-limit.ts'
import { type Clip, catalogue, searchCatalogue } from './catalogue.ts'
import { createClipCache } from './clip-cache.ts'
import { createProvider } from './provider.ts'

export interface StockDeps {
  config: Pick<Config, 'stock'>
  cache: Cache
  mediaTools: MediaTools
  /** The folder of rendered clips. */
  folder: string
  /** The path under which they are served. */
  clipPath: string
  /** Whether an origin is this server's. */
  isOwnOrigin: (origin: string) => boolean
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
export function createStock({ config: { stock }, cache, mediaTools, folder, clipPath, isOwnOrigin, log }: StockDeps) {
  const clips = createClipCache({ mediaTools, folder, log })
  const source = stock.kind === 'provider' ? providerSource(stock, cache, log) : builtIn(clipPath)

  /** Returns a function that renders a built-in clip by its file name. */
  const clipFile = (name: string): (() => Promise<string>) | undefined => {
    const found = catalogue.find((clip) => name === `${clip.name}.mp4` || name === `${clip.name}.jpg`)
    return found && (() => clips.get(found, name.endsWith('.mp4') ? 'mp4' : 'jpg'))
  }

  /** The same for an address of this server, which a job must not fetch over the network. */
  const ownClip = (address: string): (() => Promise<string>) | undefined => {
    if (!URL.canParse(address)) return undefined
    const { origin, pathname } = new URL(address)
    const name = pathname.startsWith(`${clipPath}/`) ? pathname.slice(clipPath.length + 1) : ''
    return isOwnOrigin(origin) && name.endsWith('.mp4') ? clipFile(name) : undefined
  }

  const handlers: Handlers<'GET /stock/videos'> = {
    'GET /stock/videos': async ({ query, caller, facts }) => {
      await takeFrom(cache, searchLimits(caller.userId))
      return { hits: await source.search(query.q, facts.origin), provider: source.provider }
    },
  }

  return { handlers, clipFile, ownClip, hosts: hostsOf(stock), close: clips.close }
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
