import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MediaAddress } from '../../platform/media-address.ts'
import type { Sender } from '../../platform/network/sender.ts'
import { namesTag } from '../files/entity-tag.ts'
import { type MediaDeps, sendStored } from '../files/media-bytes.ts'
import type { OriginOf } from '../own-origin.ts'
import { senderOf } from '../sender-of.ts'

interface FeedFile {
  text: string
  contentType: string
  etag: string
  lastModified: string | undefined
}

export interface FeedDeps {
  /** The feed at a path. */
  findFeed: (path: string, sender: Sender) => Promise<FeedFile | undefined>
  /** The media address of the file that a video has in feeds. */
  findEnclosure: (videoId: string) => Promise<MediaAddress | undefined>
}

/** The file behind the address can be another one tomorrow; a player that has begun goes on with the same by its entity tag. */
const enclosureCaching = 'public, max-age=300'

/** Serves feeds, and the files that they name under addresses that stay. */
export function addFeeds(app: FastifyInstance, { findFeed, findEnclosure }: FeedDeps, media: MediaDeps, originOf: OriginOf): void {
  app.route<{ Params: { file: string } }>({
    method: ['GET', 'HEAD'],
    url: '/feeds/enclosures/:file',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const id = /^([0-9a-f-]{36})\.mp4$/i.exec(request.params.file)?.[1]?.toLowerCase()
      const address = id ? await findEnclosure(id) : undefined
      const sender = senderOf(request, originOf(request))
      const file = address && (await media.find(address.videoId, address.grant, address.name, 0, sender))
      if (file?.kind !== 'stored' || !file.isPublic) throw new Failure('NOT_FOUND', 'Not found')
      forAll(reply).header('Content-Type', file.contentType).header('Cache-Control', enclosureCaching)
      return sendStored(request, reply, file, media)
    },
  })

  app.route({
    method: ['GET', 'HEAD'],
    url: '/feeds/*',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const path = request.url.split('?', 1)[0] ?? ''
      const feed = await findFeed(path, senderOf(request, originOf(request)))
      if (!feed) throw new Failure('NOT_FOUND', 'There is no such feed.')
      const { text, contentType, etag, lastModified } = feed
      // Readers and shared caches may store it but must ask each time: a video can be made private at any moment.
      forAll(reply).header('Cache-Control', 'public, no-cache').header('ETag', etag)
      if (lastModified) reply.header('Last-Modified', lastModified)
      return isKnown(request, etag, lastModified) ? reply.code(304).send() : reply.type(contentType).send(text)
    },
  })
}

/** Pages of other sites may read it. */
const forAll = (reply: FastifyReply): FastifyReply =>
  reply.header('Cross-Origin-Resource-Policy', 'cross-origin').header('Access-Control-Allow-Origin', '*')

/** The tag decides if there is one. A date counts only if it is this one: when a video leaves a feed, its date can be earlier than before. */
const isKnown = ({ headers }: FastifyRequest, etag: string, lastModified: string | undefined): boolean =>
  headers['if-none-match'] === undefined
    ? lastModified !== undefined && headers['if-modified-since'] === lastModified
    : namesTag(headers['if-none-match'], etag)
