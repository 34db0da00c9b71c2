import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { ObjectReplaced, type Storage, StorageUnavailable } from './storage.ts'

/** A store that says nothing for so long has forgotten us. */
const silenceMs = 30_000
/** Between tries that brought nothing; each byte that comes renews our patience. */
const patienceMs = [500, 1000, 2000, 4000]

/**
 * Copies an object into a file of this machine; false when there is no such object. What breaks off or falls silent on the way is
 * asked for again from where it stopped, as long as it is still the same object. Where
 * one is expected by its tag, another is refused (ObjectReplaced).
 */
export async function copyToFile(storage: Storage, key: string, path: string, signal: AbortSignal, expected?: string): Promise<boolean> {
  let received = 0
  let etag: string | undefined
  let size = 0
  for (let idleTries = 0; ; ) {
    if (etag !== undefined && received >= size) return true
    const before = received
    try {
      const object = await storage.get(key, received > 0 ? { start: received, end: size - 1 } : undefined)
      if (!object) return false
      if (expected !== undefined && object.etag !== expected) {
        object.stream.destroy()
        throw new ObjectReplaced()
      }
      if (etag !== undefined && object.etag !== etag) throw new StorageUnavailable('The object was replaced while it was fetched.')
      etag = object.etag
      size = object.size
      await receive(object.stream, path, received, signal, (bytes) => {
        received += bytes
      })
      return true
    } catch (error) {
      signal.throwIfAborted()
      if (!(error instanceof StorageUnavailable)) throw error
      if (received > before) idleTries = 0
      const pause = patienceMs[idleTries]
      if (pause === undefined) throw error
      idleTries += 1
      await wait(pause, undefined, { signal })
    }
  }
}

/** Only what the disk says is an error of its own; all else is the way to the store. */
async function receive(
  stream: NodeJS.ReadableStream,
  path: string,
  from: number,
  signal: AbortSignal,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new StorageUnavailable('The store fell silent.')), silenceMs)
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      timer.refresh()
      done(null, chunk)
    },
  })
  const file = createWriteStream(path, { flags: from > 0 ? 'r+' : 'w', start: from })
  let diskError: Error | undefined
  file.on('error', (error) => {
    if ('syscall' in error && ['open', 'write'].includes(String(error.syscall))) diskError = error
  })
  try {
    await pipeline(stream, meter, file, { signal: AbortSignal.any([signal, silence.signal]) })
  } catch (error) {
    signal.throwIfAborted()
    if (diskError) throw diskError
    throw new StorageUnavailable('The store broke off.', { cause: silence.signal.aborted ? silence.signal.reason : error })
  } finally {
    clearTimeout(timer)
    onBytes(file.bytesWritten)
  }
}
