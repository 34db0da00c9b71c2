import type { Socket } from 'node:net'
import cookies from '@fastify/cookie'
import { Failure } from '@video-forge/contract/errors'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { newId } from '../platform/database/new-id.ts'
import { isMediaPath, withoutGrant } from '../platform/media-address.ts'
import type { LocalStorage } from '../platform/storage/local-storage.ts'
import { apiPrefix } from './api/api-prefix.ts'
import { bindEndpoints } from './api/bind-endpoints.ts'
import { bindStreams } from './api/bind-streams.ts'
import { addApiDocs } from './api/description/api-docs.ts'
import { bodyOf, replyWithError } from './api/error-reply.ts'
import type { Authenticate, Handlers, StreamHandlers } from './api/handlers.ts'
import { usePlainSentences } from './api/plain-sentences.ts'
import { cookieAttributes } from './api/request-facts.ts'
import { compressAnswers } from './compress-answers.ts'
import { addAccelRedirect } from './files/accel-redirect.ts'
import { addExportArchives, type FindArchive } from './files/export-archive.ts'
import { addMediaBytes, type MediaDeps } from './files/media-bytes.ts'
import { addStockClips, type FindClip } from './files/stock-clips.ts'
import { addStorageLinks, type TakeWrite } from './files/storage-links.ts'
import { addWebFiles, type Pages } from './files/web-files.ts'
import { addHealth, type Checks, type SiteGauge } from './health.ts'
import { addFeeds, type FeedDeps } from './open-web/feeds.ts'
import { addRobots } from './open-web/robots.ts'
import { addSitemap, type SitemapDeps } from './open-web/sitemap.ts'
import { ownOrigin } from './own-origin.ts'
import { securityHeaders } from './security-headers.ts'
import { isOneOf } from './trusted-proxies.ts'
import { addResumableUploads, type ResumableUploads } from './uploads/resumable-uploads.ts'

/** What people are served. */
export interface SiteDeps {
  handlers: Handlers
  streams: StreamHandlers
  authenticate: Authenticate
  /** The storage whose links this server answers, and the hosts of other storage links. */
  storage: { answered: LocalStorage | undefined; linkOrigins: readonly string[] }
  media: MediaDeps
  resumable: ResumableUploads
  /** Receives the file of an upload that is sent to its link. */
  writeUpload: TakeWrite
  /** The archive behind an address under this path. */
  exports: { path: string; find: FindArchive }
  findPage: Pages['findPage']
  openWeb: FeedDeps & SitemapDeps
  /** The built-in clips, and the hosts of other stock pictures and previews. */
  stock: { find: FindClip; hosts: readonly string[] }
  webFolder: string
}

export interface AppDeps {
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'isPublicSite' | 'isIndexed'>
  log: Logger
  checks: Checks
  isStopping: () => boolean
  /** The gauges of the whole site for /metrics. */
  readGauges: () => Promise<SiteGauge[]>
  /** Undefined in a worker, which serves only its health and its metrics. */
  site: SiteDeps | undefined
}

const jsonBodyLimit = 64 * 1024

export async function createApp(parts: AppDeps): Promise<FastifyInstance> {
  const { publicUrl, trustedProxies, isPublicSite, isIndexed } = parts.config
  const { site } = parts
  const isHttps = publicUrl.startsWith('https:')
  const loggerInstance: FastifyBaseLogger = parts.log
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: jsonBodyLimit,
    routerOptions: { maxParamLength: 200 },
    keepAliveTimeout: 65_000,
    // Uploads may take hours; each route limits its own body.
    requestTimeout: 0,
    http: { headersTimeout: 20_000 },
    forceCloseConnections: 'idle',
    // X-Forwarded-For is read from the right, past trusted proxies; the next address is the client.
    trustProxy: trustedProxies.length > 0 ? isOneOf(trustedProxies) : false,
    genReqId: (request) => adoptedId(request.headers['x-request-id']) ?? newId(),
    clientErrorHandler: rejectBrokenRequest,
    frameworkErrors: replyWithError,
  })
  usePlainSentences()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(replyWithError)
  // The API accepts only JSON; a request without input may have the type and no body.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : app.getDefaultJsonParser('error', 'error')(request, body.toString(), done),
  )

  const headers = {
    ...securityHeaders({ isHttps, stock: site?.stock.hosts ?? [], storage: site?.storage.linkOrigins ?? [] }),
    // Links from elsewhere lead crawlers past robots.txt.
    ...(!isIndexed && { 'x-robots-tag': 'noindex, nofollow' }),
  }
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('X-Request-Id', request.id)
    done()
  })
  compressAnswers(app)
  logRequests(app, parts.log)

  const countAnswer = addHealth(app, parts.checks, parts.isStopping, parts.readGauges)
  if (!site) return app
  const originOf = ownOrigin(publicUrl)
  const { handlers, streams, authenticate, storage, media } = site
  app.decorateRequest('caller', undefined)
  await app.register(cookies, { parseOptions: cookieAttributes(isHttps) })
  bindStreams(app, { handlers: streams, authenticate })
  bindEndpoints(app, { handlers, authenticate, originOf, isPublicSite })
  if (storage.answered) addStorageLinks(app, storage.answered, site.writeUpload)
  addResumableUploads(app, site.resumable)
  addMediaBytes(app, media, originOf)
  if (media.accelPrefix) addAccelRedirect(app, media, originOf, countAnswer)
  addStockClips(app, site.stock.find)
  addExportArchives(app, site.exports.path, site.exports.find)
  addRobots(app, isIndexed, originOf)
  if (isPublicSite) addFeeds(app, site.openWeb, media, originOf)
  if (isIndexed) addSitemap(app, site.openWeb, originOf)
  addApiDocs(app)
  await addWebFiles(app, site.webFolder, { findPage: site.findPage, originOf, isPublicSite })
  return app
}

const playsPath = `${apiPrefix}/gallery/videos/:id/plays`

function logRequests(app: FastifyInstance, log: Logger): void {
  app.addHook('onResponse', (request, reply, done) => {
    // A player requests a segment every second or two and reports every ten, which would flood the log.
    const isOfPlayer = (isMediaPath(request.url) || request.routeOptions.url === playsPath) && reply.statusCode < 400
    const level = isOfPlayer ? 'debug' : 'info'
    if (log.isLevelEnabled(level)) {
      const { method, ip, caller } = request
      const path = withoutSecrets(request.url)
      const facts = { method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime), ip, userId: caller?.userId }
      request.log[level](facts, 'request answered')
    }
    done()
  })
}

/** The path for logs: without the query and without the signatures in the paths of media, resumable uploads and exports. */
const withoutSecrets = (url: string): string =>
  withoutGrant(url.split('?', 1)[0] ?? '').replace(/^(\/(?:resumable|exports)\/[^/]+\/).*/, '$1…')

const adoptedId = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && /^[\w-]{8,64}$/.test(header) ? header : undefined

/** Invalid HTTP never reaches a route, but still gets an error in the form of the API. */
function rejectBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const failure =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? new Failure('HEADERS_TOO_LARGE', 'The headers of the request are too large.')
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? new Failure('REQUEST_TIMEOUT', 'The request took too long to arrive.')
        : new Failure('INVALID_INPUT', 'The request is not valid HTTP.')
  const body = JSON.stringify(bodyOf(failure))
  const head = `HTTP/1.1 ${failure.status} Refused\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n`
  socket.end(head + body)
}
