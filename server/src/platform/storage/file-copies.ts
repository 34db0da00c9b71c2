import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ContentHash } from '../content/content-hash.ts'
import { temporaryFolderName } from '../scratch/scratch-names.ts'
import { untilAborted } from '../until-aborted.ts'
import { type ArrivingCopy, startCopy } from './arriving-copy.ts'
import { type CopyReader, openCopyReader } from './copy-reader.ts'
import type { Storage } from './storage.ts'

/** A file for programs that read nothing else. It may still be on its way to this machine. */
export interface LocalSource {
  /** Where the file is, or will be. */
  path: string
  /** For ffmpeg and ffprobe: the file, or an address of this process that waits for what has not arrived. */
  now(): string
  /** The file, once all of it is here. */
  whole(): Promise<string>
  /** All of it is needed soon: a patient use is patient no longer. */
  hurry(): void
  /** What its bytes are, if they were hashed on their way. */
  hash(): Promise<Buffer | undefined>
  /** Aborted when the rest cannot be fetched: what a program has read of `now()` is then not all there is. */
  lost: AbortSignal
}

const never = new AbortController().signal

export const sourceInFile = (path: string): LocalSource => ({
  path,
  now: () => path,
  whole: async () => path,
  hurry: () => {},
  hash: async () => undefined,
  lost: never,
})

interface UseOptions {
  /** Another object under the key is refused: ObjectReplaced. */
  etag?: string
  /** Hashes the bytes of a copy on their way. Nothing is read for that alone. */
  isHashed?: boolean
  /** For this use of it, with a TimeoutError; without it a copy may take as long as bytes arrive. */
  timeoutMs?: number
  /** Ends the wait for bytes, and the copy if nobody else uses it. What works on the whole file is not interrupted. */
  signal?: AbortSignal
  /** This use gets on with what arrives at an easy pace, as long as it does not ask for the whole. */
  isPatient?: boolean
  /** Goes on arriving after this use, for whoever needs all of it next. */
  isContinued?: boolean
  /** Deletes the copy when nobody uses it any more, instead of keeping it for the next one. */
  isLast?: boolean
}

export class NotStored extends Error {
  constructor() {
    super('The file is not in storage any more.')
    this.name = 'NotStored'
  }
}

export interface LocalCopies {
  /** Calls `use` with an object as a file of this machine. NotStored when there is no such object. */
  use<Result>(key: string, use: (source: LocalSource) => Promise<Result>, options?: UseOptions): Promise<Result>
  /** The object is under another key now; its copy is as good as before. */
  moved(from: string, to: string): void
  close(): Promise<void>
}

export interface LocalCopiesOptions {
  /** The folder for the copies. */
  scratch: string
  /** How long a copy is kept that nobody uses: whoever looked at a file or encoded a part of it is likely to need it again. */
  idleMs: number
  /** Whether ffmpeg can read from an address. Without it everybody waits for whole files. */
  readsAddresses: () => Promise<boolean>
}

interface Copy {
  folder: string
  path: string
  arriving: ArrivingCopy
  hash: ContentHash | undefined
  address?: string
  userCount: number
  /** Somebody will need all of it next. */
  isContinued: boolean
  timer?: NodeJS.Timeout
}

/** At most so many copies are kept that nobody uses. */
const maxIdle = 3

/** Objects as files. From remote storage an object is copied once for everybody here, and can be read while it arrives. */
export function createLocalCopies(storage: Storage, { scratch, idleMs, readsAddresses }: LocalCopiesOptions): LocalCopies {
  const copies = new Map<string, Copy>()
  const closing = new AbortController()
  let reader: Promise<CopyReader | undefined> | undefined
  const openReader = async (): Promise<CopyReader | undefined> => ((await readsAddresses()) ? openCopyReader() : undefined)

  const drop = async (copy: Copy): Promise<void> => {
    for (const [key, other] of copies) if (other === copy) copies.delete(key)
    clearTimeout(copy.timer)
    copy.arriving.stop()
    if (copy.address) (await reader)?.forget(copy.address)
    await copy.arriving.whole.catch(() => {})
    await rm(copy.folder, { recursive: true, force: true })
  }

  const start = (key: string, { etag, isHashed }: UseOptions): Copy => {
    const folder = join(scratch, temporaryFolderName('source'))
    const path = join(folder, 'original')
    const hash = isHashed ? new ContentHash() : undefined
    // At once, so that a second user finds this copy.
    mkdirSync(folder, { recursive: true })
    const arriving = startCopy(storage, key, path, { signal: closing.signal, etag, hash })
    const copy: Copy = { folder, path, hash, arriving, userCount: 1, isContinued: false }
    copies.set(key, copy)
    return copy
  }

  const dropOldest = async (): Promise<void> => {
    const idle = [...new Set(copies.values())].filter(({ userCount }) => userCount === 0)
    await Promise.all(idle.slice(0, -maxIdle).map(drop))
  }

  const leave = async (copy: Copy, isWanted: boolean): Promise<void> => {
    copy.userCount -= 1
    if (copy.userCount > 0) return
    if (!isWanted || idleMs === 0 || copy.arriving.lost.aborted) return drop(copy)
    copy.timer = setTimeout(() => void drop(copy).catch(() => {}), idleMs)
    copy.timer.unref()
    await dropOldest()
  }

  const rejoin = async (key: string, etag: string | undefined): Promise<Copy | undefined> => {
    const copy = copies.get(key)
    if (!copy || copy.arriving.lost.aborted) return undefined
    clearTimeout(copy.timer)
    copy.userCount += 1
    await copy.arriving.started.catch(() => {})
    if (!copy.arriving.lost.aborted && (etag === undefined || copy.arriving.etag() === etag)) return copy
    await leave(copy, false)
    return undefined
  }

  const openAndUse = async <Result>(
    copy: Copy,
    use: (source: LocalSource) => Promise<Result>,
    hurry: () => void,
    orStopped: OrStopped,
  ): Promise<Result> => {
    const size = await orStopped(copy.arriving.started)
    if (size === undefined) throw new NotStored()
    reader ??= openReader()
    const opened = await reader
    if (!opened || size === 0) {
      hurry()
      await orStopped(copy.arriving.whole)
    } else copy.address ??= opened.addressOf({ copy: copy.arriving, path: copy.path, size })
    return use(sourceOf(copy, hurry, orStopped))
  }

  return {
    async use(key, use, options = {}) {
      const { signal } = options
      signal?.throwIfAborted()
      const local = storage.localPath(key)
      if (local) return use(sourceInFile(local))
      const copy = (copies.has(key) && (await rejoin(key, options.etag))) || start(key, options)
      const limit = limitOf(options.timeoutMs)
      const orStopped: OrStopped = (bytes) => (signal ? untilAborted(bytes, signal) : bytes)
      const haste = hasteOf(copy)
      if (!options.isPatient) haste.begin()
      try {
        const result = await Promise.race([openAndUse(copy, use, haste.begin, orStopped), limit.over])
        copy.isContinued ||= options.isContinued ?? false
        return result
      } finally {
        limit.clear()
        haste.end()
        await leave(copy, !options.isLast && (copy.isContinued || copy.arriving.isWhole()))
      }
    },
    moved(from, to) {
      const copy = copies.get(from)
      if (!copy) return
      copies.delete(from)
      copies.set(to, copy)
      copy.arriving.moved(to)
    },
    async close() {
      closing.abort(new Error('The process stops.'))
      await Promise.all([...new Set(copies.values())].map(drop))
      await (await reader)?.close()
    },
  }
}

function limitOf(timeoutMs: number | undefined): { over: Promise<never>; clear(): void } {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    if (timeoutMs === undefined) return
    timer = setTimeout(() => reject(new DOMException('The copy of a file took too long.', 'TimeoutError')), timeoutMs)
  })
  return { over, clear: () => clearTimeout(timer) }
}

/** The haste of one use, which ends with it. */
function hasteOf({ arriving }: Copy): { begin(): void; end(): void } {
  let end: (() => void) | undefined
  return {
    begin() {
      end ??= arriving.hurry()
    },
    end: () => end?.(),
  }
}

/** Waits for bytes, unless the use is stopped before they are here. */
type OrStopped = <Result>(bytes: Promise<Result>) => Promise<Result>

function sourceOf({ arriving, address, path, hash }: Copy, hurry: () => void, orStopped: OrStopped): LocalSource {
  const whole = async (): Promise<string> => {
    hurry()
    await orStopped(arriving.whole)
    return path
  }
  return {
    path,
    now: () => (address === undefined || arriving.isWhole() ? path : address),
    whole,
    hurry,
    hash: async () => {
      await orStopped(arriving.whole)
      return hash?.digest()
    },
    lost: arriving.lost,
  }
}
