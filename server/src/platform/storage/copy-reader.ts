import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { type FileHandle, open } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import type { ArrivingCopy } from './arriving-copy.ts'

/** A position further ahead of what has arrived is read from the store instead of being waited for: the index at the end of a file. */
const nearBytes = 8 * 1024 ** 2
/**
 * So often for each started gigabyte of a copy: a file that is read in leaps would cost thousands of requests. An AVI has a list of its index for
 * each stream in each gigabyte, and every program that opens it reads them all.
 */
const maxReadsAhead = 16
const gigabyte = 1024 ** 3
/** What we read ourselves of an index takes nothing from what programs may read, whose ranges have no end. */
const maxBriefReads = 128
const briefBytes = 1024 ** 2
const chunkBytes = 256 * 1024

interface ReadableCopy {
  copy: ArrivingCopy
  path: string
  size: number
}

interface ServedCopy extends ReadableCopy {
  readsAhead: number
  briefReads: number
}

export interface CopyReader {
  /** The address of a copy, for programs of this machine. It is a secret, and ends with `forget`. */
  addressOf(copy: ReadableCopy): string
  forget(address: string): void
  close(): Promise<void>
}

/**
 * Serves copies that still arrive to ffmpeg, which can wait for a slow server but not for a growing file. It listens on this machine only, and
 * each copy has an address that cannot be guessed.
 */
export async function openCopyReader(): Promise<CopyReader> {
  const copies = new Map<string, ServedCopy>()
  const server = createServer((request, response) => {
    answer(copies.get(request.url ?? ''), request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    addressOf(copy) {
      const path = `/${randomBytes(16).toString('hex')}`
      copies.set(path, { ...copy, readsAhead: 0, briefReads: 0 })
      return origin + path
    },
    forget: (address) => void copies.delete(address.slice(origin.length)),
    async close() {
      server.close()
      server.closeAllConnections()
      if (server.listening) await once(server, 'close')
    },
  }
}

async function answer(found: ServedCopy | undefined, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (!found || request.method !== 'GET') {
    response.writeHead(404).end()
    return
  }
  const { size } = found
  const range = readRange(request.headers.range, size)
  if (!range) {
    response.writeHead(416, { 'content-range': `bytes */${size}` }).end()
    return
  }
  const { start, end } = range
  response.writeHead(request.headers.range ? 206 : 200, {
    'accept-ranges': 'bytes',
    'content-length': end - start + 1,
    ...(request.headers.range && { 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  await pipeline(bytesOf(found, range), response)
}

function readRange(header: string | undefined, size: number): { start: number; end: number } | undefined {
  const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(header ?? '') ?? []
  const range = { start: Number(start), end: Math.min(end === '' ? size : Number(end), size - 1) }
  return range.start <= range.end ? range : undefined
}

/** Counts it, too. */
function mayReadAhead(served: ServedCopy, bytes: number): boolean {
  if (bytes <= briefBytes && served.briefReads < maxBriefReads) {
    served.briefReads += 1
    return true
  }
  if (served.readsAhead >= maxReadsAhead * Math.ceil(served.size / gigabyte)) return false
  served.readsAhead += 1
  return true
}

async function* bytesOf(served: ServedCopy, { start, end }: { start: number; end: number }): AsyncIterable<Buffer> {
  const { copy, path } = served
  const isFar = start - copy.arrived() > nearBytes
  if (isFar && mayReadAhead(served, end - start + 1)) {
    yield* copy.readAhead({ start, end })
    return
  }
  const calmDown = isFar ? copy.hurry() : undefined
  let file: FileHandle | undefined
  try {
    for (let position = start; position <= end; ) {
      await copy.upTo(position)
      file ??= await open(path)
      const length = Math.min(chunkBytes, copy.arrived() - position, end - position + 1)
      const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(length), 0, length, position)
      if (bytesRead === 0) throw new Error('The copy is shorter than it was.')
      position += bytesRead
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    calmDown?.()
    await file?.close()
  }
}
