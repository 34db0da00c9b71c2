import { setTimeout as wait } from 'node:timers/promises'
import { type CopyOptions, copyToFile } from './copy-to-file.ts'
import { type Storage, StorageUnavailable } from './storage.ts'

/** Before each retry of a read from the middle. Every byte that arrives starts the list again. */
const backoffMs = [500, 1000, 2000, 4000]

/** A copy that nobody waits for is slow at first: it would take the cores, here and in the store, from those whom viewers wait for. */
const patientMs = 20_000
const patientBytesPerMs = 16 * 1024

/** An object that is being copied into a file of this machine from its first byte on. */
export interface ArrivingCopy {
  /** Resolves with the first answer of the store: the size, or undefined when there is no such object. */
  started: Promise<number | undefined>
  /** Resolves when all of it is in the file. */
  whole: Promise<void>
  isWhole(): boolean
  /** The tag of the object, once the copy has started. */
  etag(): string | undefined
  /** So many bytes are in the file. */
  arrived(): number
  /** Resolves when the byte at this position is in the file. */
  upTo(position: number): Promise<void>
  /** The bytes from a position on, as the store has them. */
  readAhead(range: { start: number; end: number }): AsyncIterable<Buffer>
  /** The object is under another key now, with the same tag. */
  moved(to: string): void
  /** Aborted when the rest cannot be had. */
  lost: AbortSignal
  /** As fast as possible from now on, until the returned function is called. */
  hurry(): () => void
  /** Stops the copy. */
  stop(): void
}

export function startCopy(
  storage: Storage,
  key: string,
  path: string,
  options: Omit<CopyOptions, 'onProgress' | 'pace'> = {},
): ArrivingCopy {
  // Whatever is read after a move is read from the new place.
  let place = key
  const get: Storage['get'] = (_key, range) => storage.get(place, range)
  const startedAt = performance.now()
  let hurriedBy = 0
  const pace = async (bytes: number): Promise<void> => {
    if (hurriedBy === 0 && performance.now() - startedAt < patientMs) await wait(bytes / patientBytesPerMs)
  }
  const lost = new AbortController()
  const stopping = new AbortController()
  let arrived = 0
  let isWhole = false
  let etag: string | undefined
  let more: Promise<void> | undefined
  let announce = (): void => {}
  const wake = (): void => {
    more = undefined
    announce()
  }
  const lose = (error: unknown): void => {
    lost.abort(error)
    wake()
  }

  let onStart: (size: number | undefined) => void = () => {}
  const answered = new Promise<number | undefined>((resolve) => {
    onStart = resolve
  })
  const copy = async (): Promise<void> => {
    const signal = AbortSignal.any([stopping.signal, options.signal ?? []].flat())
    const onProgress = (received: number, object: { size: number; etag: string }): void => {
      etag = object.etag
      onStart(object.size)
      if (received === arrived) return
      arrived = received
      wake()
    }
    const isThere = await copyToFile({ get }, key, path, { ...options, signal, onProgress, pace })
    if (!isThere) onStart(undefined)
    isWhole = isThere
  }
  const whole = copy()
  whole.catch(lose)
  const started = Promise.race([answered, whole.then(() => answered)])
  started.catch(() => {})

  const open = async (range: { start: number; end: number }) => {
    const object = await get(key, range)
    if (object?.etag === etag) return object?.stream
    object?.stream.destroy()
    throw new StorageUnavailable('The object was replaced while it was read.')
  }

  return {
    started,
    whole,
    lost: lost.signal,
    isWhole: () => isWhole,
    etag: () => etag,
    arrived: () => arrived,
    moved(to) {
      place = to
    },
    hurry() {
      hurriedBy += 1
      return () => {
        hurriedBy -= 1
      }
    },
    stop: () => stopping.abort(new Error('Nobody reads this copy any more.')),
    async upTo(position) {
      while (arrived <= position) {
        lost.signal.throwIfAborted()
        more ??= new Promise((resolve) => {
          announce = resolve
        })
        await more
      }
    },
    async *readAhead({ start, end }) {
      let position = start
      for (let retries = 0; position <= end; ) {
        try {
          for await (const chunk of (await open({ start: position, end })) ?? []) {
            retries = 0
            position += chunk.length
            yield chunk
          }
        } catch (error) {
          lost.signal.throwIfAborted()
          const pauseMs = backoffMs[retries]
          if (pauseMs === undefined) {
            lose(error)
            throw error
          }
          retries += 1
          await wait(pauseMs, undefined, { signal: lost.signal })
        }
      }
    },
  }
}
