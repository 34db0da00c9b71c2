import { type FileHandle, open } from 'node:fs/promises'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { ContentHash } from '../content/content-hash.ts'
import { ObjectReplaced, type Storage, StorageUnavailable } from './storage.ts'

/** A connection that delivers nothing for this long is given up. */
const silenceMs = 30_000
/** What arrives while the disk writes is written together, up to so many bytes. */
const batchBytes = 1024 ** 2
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
  /** `flush`: what was written survives a power failure. */
  file?: { mode?: number; flush?: boolean }
  /** Waited for after so many more bytes are in the file: who returns later gets the rest later. */
  pace?: ((bytes: number) => Promise<void>) | undefined
  /** Called when the store answers, and with every byte that is in the file. */
  onProgress?: (received: number, object: { size: number; etag: string }) => void
}

/**
 * Copies an object into a file of this machine; false when there is no such object. After an interruption the copy resumes where it
 * stopped, as long as it is still the same object.
 */
export async function copyToFile(storage: Pick<Storage, 'get'>, key: string, path: string, options: CopyOptions = {}): Promise<boolean> {
  const { etag: expectedEtag, hash, pace, file = {}, onProgress = () => {} } = options
  const signal = signalOf(options)
  let received = 0
  let etag: string | undefined
  let size = 0
  for (let retries = 0; ; ) {
    if (etag !== undefined && received >= size) return true
    const before = received
    try {
      const object = await storage.get(key, received > 0 ? { start: received, end: size - 1 } : undefined)
      if (!object && etag === undefined) return false
      if (!object) throw new StorageUnavailable('The object was deleted while it was copied.')
      if (expectedEtag !== undefined && object.etag !== expectedEtag) {
        object.stream.destroy()
        throw new ObjectReplaced()
      }
      if (etag !== undefined && object.etag !== etag) {
        object.stream.destroy()
        throw new StorageUnavailable('The object was replaced while it was copied.')
      }
      const found = { size: object.size, etag: object.etag }
      ;({ size, etag } = found)
      onProgress(received, found)
      const place = { ...file, flags: received > 0 ? 'r+' : 'w', start: received }
      await receive(object.stream, path, place, { signal, hash, pace }, (position) => {
        received = position
        onProgress(received, found)
      })
      if (received < size) throw new StorageUnavailable('The store has sent less than it has.')
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
  stream: Readable,
  path: string,
  { flags, start, mode, flush }: { flags: string; start: number; mode?: number; flush?: boolean },
  { signal, hash, pace }: { signal: AbortSignal } & Pick<CopyOptions, 'hash' | 'pace'>,
  onWritten: (position: number) => void,
): Promise<void> {
  const file = await open(path, flags, mode).catch((error) => {
    stream.destroy()
    throw error
  })
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new StorageUnavailable('The store stopped sending.')), silenceMs)
  let position = start
  let diskError: unknown
  let writing = Promise.resolve()
  const write = async (chunks: Buffer[]): Promise<void> => {
    let end = position
    for (const chunk of chunks) {
      hash?.update(chunk, end)
      end += chunk.length
    }
    await writeAll(file, chunks, position)
    const bytes = end - position
    position = end
    onWritten(position)
    await pace?.(bytes)
  }
  const target = new Writable({
    highWaterMark: batchBytes,
    writev(chunks, done) {
      timer.refresh()
      writing = write(chunks.map(({ chunk }) => chunk)).then(
        () => done(),
        (error) => {
          diskError = error
          done(error)
        },
      )
    },
  })
  try {
    await pipeline(stream, target, { signal: AbortSignal.any([signal, silence.signal]) })
    if (flush) await file.sync()
  } catch (error) {
    signal.throwIfAborted()
    if (diskError) throw diskError
    throw new StorageUnavailable('The connection to the store was lost.', { cause: silence.signal.aborted ? silence.signal.reason : error })
  } finally {
    clearTimeout(timer)
    await writing
    await file.close()
  }
}

/** The system may write less than it was given. */
async function writeAll(file: FileHandle, chunks: Buffer[], position: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, position)
  if (bytesWritten === chunks.reduce((sum, { length }) => sum + length, 0)) return
  await writeAll(file, [Buffer.concat(chunks).subarray(bytesWritten)], position + bytesWritten)
}
