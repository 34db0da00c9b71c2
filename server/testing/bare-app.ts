import { endpointList } from '@video-forge/contract/endpoints'
import { Failure } from '@video-forge/contract/errors'
import { isPagePath } from '@video-forge/contract/rules/page-paths'
import type { FastifyInstance } from 'fastify'
import type { Handlers } from '../src/http/api/handlers.ts'
import { type AppDeps, createApp, type SiteDeps } from '../src/http/app.ts'
import type { LocalStorage } from '../src/platform/storage/local-storage.ts'
import { silentLog } from './silent-log.ts'

type BareDeps = Partial<Omit<AppDeps, 'site' | 'config'> & Omit<SiteDeps, 'handlers'>> & {
  handlers?: Partial<Handlers>
  config?: Partial<AppDeps['config']>
  isWorker?: boolean
}

/** The HTTP application alone: every handler refuses, unless a test replaces it. */
export async function createBareApp({ isWorker = false, config, ...deps }: BareDeps = {}): Promise<FastifyInstance> {
  const refuse = async () => {
    throw new Failure('CONFLICT', 'This application has no such part.')
  }
  const handlers = Object.fromEntries(endpointList.map(([key]) => [key, refuse])) as unknown as Handlers
  const site: SiteDeps = {
    streams: { 'GET /jobs/events': refuse },
    authenticate: async () => undefined,
    stock: { find: () => undefined, hosts: [] },
    storage: { answered: { acceptLink: () => undefined } as unknown as LocalStorage, linkOrigins: [] },
    media: { find: async () => undefined, storage: {} as unknown as LocalStorage, accelPrefix: undefined, onServed: () => {} },
    resumable: { handle: async () => {} },
    writeUpload: refuse,
    exports: { path: '/exports', find: async () => undefined },
    findPage: async (path) => ({ isFound: isPagePath(path) }),
    openWeb: { findFeed: async () => undefined, findEnclosure: async () => undefined, findSitemap: async () => undefined },
    webFolder: '/nonexistent',
    ...deps,
    handlers: { ...handlers, ...deps.handlers },
  }
  return createApp({
    config: { publicUrl: 'http://localhost:3000', trustedProxies: [], isPublicSite: true, isIndexed: true, ...config },
    log: silentLog,
    checks: {},
    isStopping: () => false,
    readGauges: async () => [],
    ...deps,
    site: isWorker ? undefined : site,
  })
}
