import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import { temporaryFolderName } from '../platform/scratch/scratch-names.ts'
import { decodeDocument } from './decode-document.ts'
import type { DownloadOptions, SourceDeps } from './import-deps.ts'
import { realFolders } from './readers/folder/folder-place.ts'
import type { ReaderContext } from './readers/reader.ts'

const maxTextBytes = 8 * 1024 * 1024
/** Before the second and the third attempt of a request. */
const retryAfterMs = [1000, 5000]
/** PeerTube counts the requests of ten seconds. Each pause lets through what fits into the next ones. */
const limitedPauseMs = { usual: 10_000, min: 1000, max: 60_000 }
const maxLimitedPauses = 20

/** A folder for temporary files. */
export async function makeFolder(scratch: string): Promise<string> {
  const folder = join(scratch, temporaryFolderName('import'))
  await mkdir(folder, { recursive: true })
  return folder
}

/** The same, removed afterwards. */
export async function withFolder<Result>(scratch: string, work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = await makeFolder(scratch)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A server that is overloaded or restarted may answer a moment later. */
const isPassing = (error: unknown): boolean => {
  const status = error instanceof Failure ? error.extra?.['status'] : undefined
  return error instanceof Failure && error.code === 'INVALID_SOURCE' && (status === undefined || Number(status) >= 500)
}

/** How long to wait because the server wants fewer requests; undefined if that is not the reason. */
function limitedPause(error: unknown): number | undefined {
  if (!(error instanceof Failure)) return undefined
  const { status } = error.extra ?? {}
  if (status !== 429 && !(status === 503 && error.retryAfter !== undefined)) return undefined
  const askedMs = error.retryAfter === undefined ? limitedPauseMs.usual : error.retryAfter * 1000
  return Math.min(limitedPauseMs.max, Math.max(limitedPauseMs.min, askedMs))
}

export async function withRetries<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  const pauses = [...retryAfterMs]
  for (let limitedCount = 0; ; ) {
    try {
      return await work()
    } catch (error) {
      const limitedMs = limitedPause(error)
      if (limitedMs !== undefined) limitedCount += 1
      const pauseMs = limitedMs ?? (isPassing(error) ? pauses.shift() : undefined)
      if (signal.aborted || pauseMs === undefined || limitedCount > maxLimitedPauses) throw error
      await wait(pauseMs, undefined, { signal })
    }
  }
}

/** For `.catch`. There is nothing at or after the end of a file. */
function emptyAfterEnd(error: unknown): Buffer {
  if (error instanceof Failure && error.extra?.['status'] === 416) return Buffer.alloc(0)
  throw error
}

/** What a reader may use. `isPatient` tries again where a server does not answer; a person who waits wants to know it at once. */
export async function readerContext(deps: SourceDeps, folder: string, signal: AbortSignal, isPatient: boolean): Promise<ReaderContext> {
  const get = async (url: string, options: Omit<DownloadOptions, 'signal'>): Promise<Buffer> => {
    const path = join(folder, randomUUID())
    const load = () => deps.download(url, path, { signal, ...options })
    try {
      await (isPatient ? withRetries(load, signal) : load())
      return await readFile(path)
    } finally {
      await rm(path, { force: true })
    }
  }
  return {
    signal,
    getText: async (url, { headers, maxBytes = maxTextBytes } = {}) => {
      let contentType: string | undefined
      const onContentType = (type: string | undefined) => {
        contentType = type
      }
      return decodeDocument(await get(url, { maxBytes, onContentType, ...(headers && { headers }) }), contentType)
    },
    getBytes: (url, range) => get(url, { maxBytes: range.size, range }).catch(emptyAfterEnd),
    folders: await realFolders(deps.folders),
  }
}
