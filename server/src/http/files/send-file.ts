import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { parseRange } from './byte-range.ts'
import { namesTag } from './entity-tag.ts'

export interface SentFile {
  path: string
  /** A quoted entity tag; by default it is made from the file's inode, size and time. */
  etag?: string | undefined
  /** Called at the end with the number of bytes that the client took. */
  onSent?: (bytes: number) => void
}

/** The size of one read and write: large enough to make system calls cheap, small enough for a thousand slow clients. */
const chunkBytes = 512 * 1024
const maxPooled = 32
const pool: Buffer[] = []

const takeBuffer = (): Buffer => pool.pop() ?? Buffer.allocUnsafeSlow(chunkBytes)
function releaseBuffer(buffer: Buffer): void {
  if (pool.length < maxPooled) pool.push(buffer)
}

/**
 * Sends a file or the requested range of it; supports suffix ranges, 416, If-Range, If-None-Match and HEAD. Pooled buffers go straight
 * to the socket, and the next chunk is read while the last one is sent, no faster than the client reads. Headers already set on the
 * reply are kept.
 */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: SentFile): Promise<FastifyReply> {
  const handle = await open(file.path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw new Failure('NOT_FOUND', 'Not found')
    throw error
  })
  try {
    const info = await handle.stat()
    if (!info.isFile()) throw new Failure('NOT_FOUND', 'Not found')
    const etag = file.etag ?? `"${info.ino.toString(36)}-${info.size.toString(36)}-${Math.round(info.mtimeMs * 1000).toString(36)}"`
    const part = answerRange(request, reply, info.size, etag)
    if (!part) return await reply.send()
    reply.hijack()
    const { raw } = reply
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    const sent = await streamRange(handle, part, raw)
    file.onSent?.(sent)
    return reply
  } finally {
    await handle.close()
  }
}

/** Sets status and headers; the range to send, or undefined when the answer has no body. */
export function answerRange(request: FastifyRequest, reply: FastifyReply, size: number, etag: string): ByteRange | undefined {
  reply.header('Accept-Ranges', 'bytes').header('ETag', etag)
  if (namesTag(request.headers['if-none-match'], etag)) {
    reply.code(304)
    return undefined
  }
  const ifRange = request.headers['if-range']
  const range = ifRange && ifRange !== etag ? undefined : parseRange(request.headers.range, size)
  if (range === 'unsatisfiable') {
    reply.code(416).header('Content-Range', `bytes */${size}`).header('Cache-Control', 'no-store')
    return undefined
  }
  if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${size}`)
  const part = range ?? { start: 0, end: size - 1 }
  reply.header('Content-Length', part.end - part.start + 1)
  return request.method === 'HEAD' ? undefined : part
}

/** Answers how many bytes were sent. */
async function streamRange(handle: FileHandle, { start, end }: ByteRange, response: ServerResponse): Promise<number> {
  let written: Promise<boolean> = Promise.resolve(true)
  let position = start
  let sent = start
  while (position <= end) {
    const buffer = takeBuffer()
    const { bytesRead } = await handle.read(buffer, 0, Math.min(chunkBytes, end - position + 1), position).catch(() => ({ bytesRead: 0 }))
    // A file that ends early cannot fulfil its Content-Length; breaking the connection shows that to the client.
    if (!(await written) || bytesRead === 0) {
      releaseBuffer(buffer)
      response.destroy()
      return sent - start
    }
    sent = position
    position += bytesRead
    written = write(response, buffer, bytesRead)
  }
  if (!(await written)) return sent - start
  response.end()
  return position - start
}

/** Whether the chunk was sent. Its buffer is released afterwards, or when the client has disconnected. */
function write(response: ServerResponse, buffer: Buffer, length: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      releaseBuffer(buffer)
      resolve(false)
      return
    }
    const onClose = () => resolve(false)
    response.once('close', onClose)
    response.write(buffer.subarray(0, length), (error) => {
      response.off('close', onClose)
      // After an error the buffer may still be in use, so it is left to the garbage collector.
      if (!error) releaseBuffer(buffer)
      resolve(!error)
    })
  })
}
