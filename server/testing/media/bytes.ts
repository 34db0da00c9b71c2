import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { StoredBody } from '../../src/platform/storage/storage.ts'

/** A body that streams these bytes in chunks, as a network would. */
export function streamOf(content: string | Buffer, chunkBytes = 64 * 1024): Readable {
  const bytes = Buffer.from(content)
  return Readable.from(
    (function* () {
      for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes)
    })(),
    { objectMode: false },
  )
}

/** A body that sends this much and then stalls, with a promise that resolves once more was requested. */
export function stuckStream(sent: number): { body: Readable; isStuck: Promise<void> } {
  let resolve = () => {}
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  let left = sent
  const body = new Readable({
    read(size) {
      if (left === 0) return resolve()
      const chunkBytes = Math.min(left, size)
      left -= chunkBytes
      this.push(randomBytes(chunkBytes))
    },
  })
  return { body, isStuck: promise }
}

export async function bytesOf(body: StoredBody | undefined): Promise<Buffer> {
  if (!body) throw new Error('there is no such object')
  return buffer(body.stream)
}

export const textOf = async (body: StoredBody | undefined): Promise<string> => (await bytesOf(body)).toString()
