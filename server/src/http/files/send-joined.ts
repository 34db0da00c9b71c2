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
  const start = await openFirst(storage, first).catch((error) => {
    reply.removeHeader('Content-Length').removeHeader('Content-Range')
    throw error
  })
  const body = Readable.from(join(storage, start, others, onSent), { objectMode: false })
  // A client may disconnect before anything was read.
  body.once('close', () => start.stream.destroy())
  return reply.send(body)
}

interface OpenRange {
  stream: Readable
  bytes: number
}

async function openFirst(storage: Pick<Storage, 'get'>, first: StoredRange | undefined): Promise<OpenRange> {
  const opened = first && (await openRange(storage, first))
  if (!opened) throw new Failure('NOT_FOUND', 'Not found')
  return opened
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

async function openRange(storage: Pick<Storage, 'get'>, { key, from, bytes }: StoredRange): Promise<OpenRange | undefined> {
  const found = await storage.get(key, { start: from, end: from + bytes - 1 })
  return found && { stream: found.stream, bytes }
}

async function* join(storage: Pick<Storage, 'get'>, start: OpenRange, others: readonly StoredRange[], onSent: JoinedFile['onSent']) {
  let sent = 0
  try {
    for (const next of [undefined, ...others]) {
      const opened = next ? await openRange(storage, next) : start
      let left = opened?.bytes ?? 1
      for await (const bytes of opened?.stream ?? []) {
        yield bytes as Buffer
        left -= (bytes as Buffer).length
        sent += (bytes as Buffer).length
      }
      // The length is promised already: breaking the connection shows the client that something is missing.
      if (left > 0) throw new Error('A stored file is gone, or has become shorter.')
    }
  } finally {
    onSent?.(sent)
  }
}
