import { type FileHandle, open } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { Failure } from '@video-forge/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ByteRange } from '../../platform/storage/storage.ts'
import { parseRange } from './byte-range.ts'
import { namesTag } from './entity-tag.ts'

export interface SentFile {
  path: string
  /** A quoted entity tag; made from the file's own facts when it is not known. */
  etag?: string | undefined
}

/** One piece of reading and writing: large enough that the system calls don't count, small enough for a thousand slow readers. */
const pieceBytes = 512 * 1024
const mostKept = 32
const kept: Buffer[] = []

const takeBuffer = (): Buffer => kept.pop() ?? Buffer.allocUnsafeSlow(pieceBytes)
function giveBack(buffer: Buffer): void {
  if (kept.length < mostKept) kept.push(buffer)
}

/**
 * Answers with a file or the part of it that was asked for: one range or a suffix, 416 outside, If-Range, If-None-Match, HEAD.
 * The bytes go from large pooled reads straight to the socket, the next piece being read while the last one is on its way, and
 * no faster than the client takes them. Headers set on the reply before are sent along.
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
    reply.header('Accept-Ranges', 'bytes').header('ETag', etag)
    if (namesTag(request.headers['if-none-match'], etag)) return await reply.code(304).send()

    const ifRange = request.headers['if-range']
    const range = ifRange && ifRange !== etag ? undefined : parseRange(request.headers.range, info.size)
    if (range === 'unsatisfiable') {
      return await reply.code(416).header('Content-Range', `bytes */${info.size}`).header('Cache-Control', 'no-store').send()
    }
    if (range) reply.code(206).header('Content-Range', `bytes ${range.start}-${range.end}/${info.size}`)
    const part = range ?? { start: 0, end: info.size - 1 }
    reply.header('Content-Length', part.end - part.start + 1)
    if (request.method === 'HEAD') return await reply.send()

    reply.hijack()
    const { raw } = reply
    raw.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>)
    await pour(handle, part, raw)
    return reply
  } finally {
    await handle.close()
  }
}

async function pour(handle: FileHandle, { start, end }: ByteRange, response: ServerResponse): Promise<void> {
  let written: Promise<boolean> = Promise.resolve(true)
  let position = start
  while (position <= end) {
    const buffer = takeBuffer()
    const { bytesRead } = await handle.read(buffer, 0, Math.min(pieceBytes, end - position + 1), position).catch(() => ({ bytesRead: 0 }))
    // A file that ends early can't keep the promised length; the client must see that, and does by the broken connection.
    if (!(await written) || bytesRead === 0) {
      giveBack(buffer)
      response.destroy()
      return
    }
    position += bytesRead
    written = write(response, buffer, bytesRead)
  }
  if (await written) response.end()
}

/** Whether the piece was taken. The buffer is free again only once it is, or once the client is gone. */
function write(response: ServerResponse, buffer: Buffer, length: number): Promise<boolean> {
  return new Promise((resolve) => {
    if (response.destroyed) {
      giveBack(buffer)
      resolve(false)
      return
    }
    const gone = () => resolve(false)
    response.once('close', gone)
    response.write(buffer.subarray(0, length), (error) => {
      response.off('close', gone)
      // A buffer whose fate is not certain is left to the garbage collector.
      if (!error) giveBack(buffer)
      resolve(!error)
    })
  })
}
