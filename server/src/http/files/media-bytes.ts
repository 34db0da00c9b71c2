import { Failure } from '@video-forge/contract/errors'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type MediaAddress, mediaRoute, type PlayedFile } from '../../platform/media-address.ts'
import type { Sender } from '../../platform/network/sender.ts'
import { attachment } from '../../platform/storage/attachment.ts'
import type { Storage, StoredRange } from '../../platform/storage/storage.ts'
import type { OriginOf } from '../own-origin.ts'
import { senderOf } from '../sender-of.ts'
import { requestedBytes } from './byte-range.ts'
import { namesTag } from './entity-tag.ts'
import { sendFile } from './send-file.ts'
import { sendJoined } from './send-joined.ts'

type MediaFile = { contentType: string; isPublic: boolean; filename: string; mayDownload: boolean } & (
  | { kind: 'stored'; key: string; etag: string | undefined; size?: number | undefined; version?: number; played?: PlayedFile | undefined }
  | { kind: 'joined'; ranges: readonly StoredRange[]; etag: string; size: number; played: PlayedFile | undefined }
  | { kind: 'text'; text: string; isGrowing: boolean; etag?: string }
  | { kind: 'outdated'; path: string }
)

export interface MediaDeps {
  /** The file behind an address, if its holder has access now. */
  find: (videoId: string, grant: string, name: string, version: number, sender: Sender) => Promise<MediaFile | undefined>
  storage: Storage
  /** The internal path under which the web server in front serves stored files, for instance /stored; undefined without one. */
  accelPrefix: string | undefined
  /** Called with how much of a rendition was sent or, where another server sends it, requested. */
  onServed: (file: PlayedFile, bytes: number) => void
}

/**
 * A rendition never changes, so browsers may cache it forever. Shared caches revalidate every minute, because the video may have been
 * made private. Private files are revalidated each time.
 */
const publicCaching = 'public, max-age=31536000, s-maxage=60, immutable'
const privateCaching = 'private, no-cache'
/** For a thumbnail under the address of another version. */
const outdatedCaching = 'public, max-age=60'

/** How long a file may be stored under an address with this version. */
export function cachingOf({ isPublic, version }: { isPublic: boolean; version?: number }, requestedVersion: number): string {
  if (!isPublic) return privateCaching
  return version === undefined || version === requestedVersion ? publicCaching : outdatedCaching
}

const textCaching = ({ isPublic, isGrowing, etag }: { isPublic: boolean; isGrowing: boolean; etag?: string }): string => {
  if (isGrowing) return 'no-store'
  if (!isPublic) return privateCaching
  return etag ? 'public, no-cache' : 'public, max-age=60'
}

/**
 * How long an address in the bucket is valid. It cannot be revoked, so it lives only as long as a browser needs to follow it and to
 * request a few more ranges.
 */
const redirectSeconds = { public: limits.storageLinkSeconds, private: limits.storageLinkSeconds / 2 }

/** Serves the files, pictures and playlists of videos; with ?download as an attachment. */
export function addMediaBytes(app: FastifyInstance, parts: MediaDeps, originOf: OriginOf): void {
  app.route<{ Params: MediaAddress; Querystring: { download?: unknown; v?: unknown } }>({
    method: ['GET', 'HEAD'],
    url: mediaRoute,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { videoId, grant, name } = request.params
      const version = Number(request.query.v ?? 0)
      const file = await parts.find(videoId, grant, name, version, senderOf(request, originOf(request)))
      if (!file || (file.kind === 'outdated' && isPartial(request))) throw new Failure('NOT_FOUND', 'Not found')
      const isDownload = request.query.download !== undefined
      if (isDownload && !file.mayDownload) throw new Failure('NOT_ALLOWED', sentences.downloadsOff)
      reply.header('Content-Type', file.contentType)
      reply.header('Cache-Control', cachingOf(file, version))
      // Other sites may show public files: thumbnails in link previews, the player in their pages.
      reply.header('Cross-Origin-Resource-Policy', file.isPublic ? 'cross-origin' : 'same-origin')
      if (file.isPublic) reply.header('Access-Control-Allow-Origin', '*')
      if (file.kind === 'outdated') return moveOn(request, reply, file.path)
      // The client can request a download, but not choose the file name.
      if (isDownload) reply.header('Content-Disposition', attachment(file.filename))
      if (file.kind === 'text') return sendText(request, reply, file)
      if (file.kind === 'joined') {
        const { played, ...joined } = file
        return sendJoined(request, reply, { ...joined, ...(played && { onSent: (bytes) => parts.onServed(played, bytes) }) }, parts.storage)
      }
      return sendStored(request, reply, file, parts)
    },
  })
}

/** A range was chosen by what the client knows of the file before it was replaced. */
const isPartial = ({ headers: { range } }: FastifyRequest): boolean => range !== undefined && range !== 'bytes=0-'

/** To the current version of a file. Addresses of an older one are on other sites and in previews of links. */
function moveOn(request: FastifyRequest, reply: FastifyReply, path: string): FastifyReply {
  const query = request.url.indexOf('?')
  return reply.header('Cache-Control', 'no-store').redirect(query < 0 ? path : path + request.url.slice(query), 302)
}

function sendText(request: FastifyRequest, reply: FastifyReply, file: Extract<MediaFile, { kind: 'text' }>): FastifyReply {
  reply.header('Cache-Control', textCaching(file))
  if (!file.etag) return reply.send(file.text)
  reply.header('ETag', file.etag)
  return namesTag(request.headers['if-none-match'], file.etag) ? reply.code(304).send() : reply.send(file.text)
}

/** Sends a stored file, or says where it is. Headers already set on the reply are kept where the bytes come from here. */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { key, etag, size, contentType, filename, isPublic, played }: Extract<MediaFile, { kind: 'stored' }>,
  { storage, accelPrefix, onServed }: MediaDeps,
): Promise<FastifyReply> {
  const path = storage.localPath(key)
  /** What another server sends is not seen here. */
  const countRequested = () => {
    if (played && request.method === 'GET') onServed(played, requestedBytes(request.headers.range, size ?? 0))
  }
  if (!path) {
    // A link into the bucket is signed for GET alone.
    if (request.method === 'HEAD' && size !== undefined) return sendFacts(reply, size, etag)
    countRequested()
    const isDownload = reply.hasHeader('Content-Disposition')
    const expiresInSeconds = redirectSeconds[isPublic ? 'public' : 'private']
    const link = await storage.linkToRead(key, { expiresInSeconds, contentType, ...(isDownload && { filename }) })
    // The target expires, so the redirect must not be cached for longer. That of a rendition is not cached at all: every range is counted.
    return reply.header('Cache-Control', isPublic && !played ? 'private, max-age=60' : 'no-store').redirect(link, 302)
  }
  if (!accelPrefix) return sendFile(request, reply, { path, etag, ...(played && { onSent: (bytes) => onServed(played, bytes) }) })
  countRequested()
  return reply.header('X-Accel-Redirect', `${accelPrefix}/${key}`).send()
}

function sendFacts(reply: FastifyReply, size: number, etag: string | undefined): FastifyReply {
  if (etag) reply.header('ETag', etag)
  return reply.header('Accept-Ranges', 'bytes').header('Content-Length', size).send()
}
