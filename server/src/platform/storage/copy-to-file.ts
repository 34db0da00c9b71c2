import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContentHash } from '../content/content-hash.ts'
import { ObjectReplaced, type Storage, StorageUnavailable } from './storage.ts'

/** A connection that delivers nothing for this long is given up. */
const silenceMs = 30_000
/** Before each retry. Every byte that arrives starts the list again. */
const backoffMs = [500, 1000, 2000, 4000]

export interface CopyOptions {
  signal?: AbortSignal | undefined
  /** For the whole copy; without it a copy may take as long as bytes arrive. */
  timeoutMs?: number
  /** Another object under the key is refused: ObjectReplaced. */
  etag?: string | undefined
  /** Hashes the object on its way. */
  hash?: ContentHash | undefined
  /** For the file, as createWriteStream takes them. */
  file?: { mode?: number; flush?: boolean }
}

/**
 * Copies an object into a file of this machine; false when there is no such object. After an interruption the copy resumes where it
 * stopped, as long as it is still the same object.
 */
export async function copyToFile(storage: Storage, key: string, path: string, options: CopyOptions = {}): Promise<boolean> {
  const { etag: expectedEtag, hash, file = {} } = options
  const signal = signalOf(options)
  let received = 0
  let etag: string | undefined
  let size = 0
  for (let retries = 0; ; ) {
    if (etag !== undefined && received >= size) return true
    const before = received
    try {
      const object = await storage.get(key, received > 0 ? { start: received, end: size - 1 } : undefined)
      if (!object) return false
      if (expectedEtag !== undefined && object.etag !== expectedEtag) {
        object.stream.destroy()
        throw new ObjectReplaced()
      }
      if (etag !== undefined && object.etag !== etag) {
        object.stream.destroy()
        throw new StorageUnavailable('The object was replaced while it was copied.')
      }
      etag = object.etag
      size = object.size
      const place = { ...file, flags: received > 0 ? 'r+' : 'w', start: received }
      await receive(object.stream, path, place, { signal, hash }, (bytes) => {
        received += bytes
      })
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof StorageUnavailable)) throw error
      if (received > before) retries = 0
      const pauseMs = backoffMs[retries]
      if (pauseMs === undefined) throw error
      retries += 1
      await wait(pauseMs, undefined, { signal })
    }
  }
}

function signalOf({ signal, timeoutMs }: CopyOptions): AbortSignal {
  const signals = [signal ?? [], timeoutMs === undefined ? [] : AbortSignal.timeout(timeoutMs)].flat()
  return AbortSignal.any(signals)
}

/** An error of the disk is thrown as it is; every other one means that the store could not be read. */
async function receive(
  stream: NodeJS.ReadableStream,
  path: string,
  fileOptions: { flags: string; start: number; mode?: number; flush?: boolean },
  { signal, hash }: { signal: AbortSignal; hash: ContentHash | undefined },
  onBytes: (bytes: number) => void,
): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new StorageUnavailable('The store stopped sending.')), silenceMs)
  let position = fileOptions.start
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh()
      hash?.update(chunk, position)
      position += chunk.length
      done(null, chunk)
    },
  })
  const file = createWriteStream(path, fileOptions)
  let diskError: Error | undefined
  file.on('error', (error) => {
    if ('syscall' in error && ['open', 'write'].includes(String(error.syscall))) diskError = error
  })
  try {
    await pipeline(stream, meter, file, { signal: AbortSignal.any([signal, silence.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    if (diskError) throw diskError
    throw new StorageUnavailable('The connection to the store was lost.', { cause: silence.signal.aborted ? silence.signal.reason : error })
  } finally {
    clearTimeout(timer)
    onBytes(file.bytesWritten)
  }
}
