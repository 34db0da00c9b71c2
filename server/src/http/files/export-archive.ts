import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { attachment } from '../../platform/storage/attachment.ts'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { parseRange } from './byte-range.ts'

/** A file that is made while it is sent. */
interface Archive {
  filename: string
  size: number
  /** It never changes its bytes under the same tag. */
  etag: string
  read(range: ByteRange): AsyncIterable<Buffer>
}

export type FindArchive = (id: string, grant: string) => Promise<Archive | undefined>

/** Of one archive, in this process. Programs that load in parallel use a few; more are those of a network that was lost. */
const maxTransfers = 8
const bufferBytes = 512 * 1024

/** Sends archives of accounts, with ranges, so that a download can be resumed. */
export function addExportArchives(app: FastifyInstance, path: string, find: FindArchive): void {
  const transfers = new Map<string, AbortController[]>()

  const transfer = async (id: string, reply: FastifyReply, chunks: AsyncIterable<Buffer>): Promise<void> => {
    const stopping = new AbortController()
    const before = transfers.get(id) ?? []
    // The oldest makes place: the client may have lost it without this server knowing.
    if (before.length >= maxTransfers) before[0]?.abort()
    transfers.set(id, [...before, stopping])
    try {
      await pipeline(Readable.from(chunks, { objectMode: false, highWaterMark: bufferBytes }), reply.raw, { signal: stopping.signal })
    } catch (error) {
      // The headers are sent: a broken connection is what says that not all has come.
      reply.raw.destroy()
      if (!isDisconnect(error)) reply.log.warn({ err: error, exportId: id }, 'export broke off')
    } finally {
      const left = (transfers.get(id) ?? []).filter((each) => each !== stopping)
      if (left.length > 0) transfers.set(id, left)
      else transfers.delete(id)
    }
  }

  app.route<{ Params: { id: string; grant: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${path}/:id/:grant/:name`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { id, grant } = request.params
      const archive = await find(id.toLowerCase(), grant)
      if (!archive) throw new Failure('NOT_FOUND', 'This link is not valid or has expired.')
      const range = prepare(request, reply, archive)
      if (range === undefined || request.method === 'HEAD') return reply.send()
      reply.hijack()
      reply.raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
      await transfer(id, reply, archive.read(range))
      return reply
    },
  })
}

/** Sets the headers. Undefined for a range outside the archive. */
function prepare(request: FastifyRequest, reply: FastifyReply, { filename, size, etag }: Archive): ByteRange | undefined {
  reply
    .type('application/x-tar')
    .header('Content-Disposition', attachment(filename))
    .header('Cache-Control', 'private, no-store')
    .header('Accept-Ranges', 'bytes')
    .header('ETag', etag)
  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? undefined : parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    reply.code(416).header('Content-Range', `bytes */${size}`)
    return undefined
  }
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const sent = range ?? { start: 0, end: size - 1 }
  reply.header('Content-Length', sent.end - sent.start + 1)
  return sent
}

const isDisconnect = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
