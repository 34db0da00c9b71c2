import { Readable } from 'node:stream'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange, Storage, StoredRange } from '../../platform/storage/storage.ts'
import { answerRange } from './send-file.ts'

interface JoinedFile {
  ranges: readonly StoredRange[]
  size: number
  etag: string
  /** Called at the end with the number of bytes that were sent. */
  onSent?: (bytes: number) => void
}

/** Sends ranges of stored files as one file, or the requested range of it. They are streamed one after the other. */
export async function sendJoined(
  request: FastifyRequest,
  reply: FastifyReply,
  { ranges, size, etag, onSent }: JoinedFile,
  storage: Pick<Storage, 'get'>,
): Promise<FastifyReply> {
  const part = answerRange(request, reply, size, etag)
  if (!part) return reply.send()
  const [first, ...others] = within(ranges, part)
  const start = first && (await openRange(storage, first))
  if (!start) {
    reply.removeHeader('Content-Length').removeHeader('Content-Range')
    throw new Failure('NOT_FOUND', 'Not found')
  }
  const body = Readable.from(join(storage, start, others, onSent), { objectMode: false })
  // A client may disconnect before anything was read.
  body.once('close', () => start.destroy())
  return reply.send(body)
}

/** The ranges of the files that are in this range of the whole. */
function within(ranges: readonly StoredRange[], { start, end }: ByteRange): StoredRange[] {
  let at = 0
  return ranges.flatMap(({ key, from, bytes }) => {
    const [first, last] = [Math.max(start, at), Math.min(end, at + bytes - 1)]
    const chosen = first > last ? [] : [{ key, from: from + first - at, bytes: last - first + 1 }]
    at += bytes
    return chosen
  })
}

const openRange = async (storage: Pick<Storage, 'get'>, { key, from, bytes }: StoredRange): Promise<Readable | undefined> =>
  (await storage.get(key, { start: from, end: from + bytes - 1 }))?.stream

async function* join(storage: Pick<Storage, 'get'>, start: Readable, others: readonly StoredRange[], onSent: JoinedFile['onSent']) {
  let sent = 0
  try {
    for (const next of [undefined, ...others]) {
      const stream = next ? await openRange(storage, next) : start
      // The length is promised already: breaking the connection shows the client that something is missing.
      if (!stream) throw new Error('A stored file is gone.')
      for await (const bytes of stream) {
        yield bytes as Buffer
        sent += (bytes as Buffer).length
      }
    }
  } finally {
    onSent?.(sent)
  }
}
