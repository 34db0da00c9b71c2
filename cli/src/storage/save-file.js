import { createWriteStream } from 'node:fs'
import { access, readFile, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError, noResponseError } from '@video-forge/client/parts/api-error'
import { CommandError } from '../exit-codes.js'
import { writePrivate } from './folders.js'

/** @typedef {{ signal: AbortSignal, canReplace: boolean, onProgress: (sent: number, total: number) => void }} SaveOptions */

/** How often a broken connection is continued without any progress. */
const maxFailures = 5

/**
 * Saves a file under a temporary name and renames it when it is complete. A part that is there from an earlier run is continued
 * if the server still has the same version.
 * @param {string} url @param {string} path @param {SaveOptions} options @returns {Promise<number>} its size
 */
export async function saveFile(url, path, options) {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists && !options.canReplace) throw new CommandError(`"${path}" exists already. Use --force to replace it.`)
  const [part, note] = [`${path}.part`, `${path}.part.json`]
  let failureCount = 0
  for (;;) {
    const before = await sizeOf(part)
    try {
      const total = await fetchRest(url, part, note, options)
      await rename(part, path)
      await rm(note, { force: true })
      return total
    } catch (error) {
      if (options.signal.aborted || !(error instanceof ApiError && error.isTemporary)) throw error
      failureCount = (await sizeOf(part)) > before ? 0 : failureCount + 1
      if (failureCount > maxFailures) throw error
      await new Promise((resolve) => setTimeout(resolve, 500 * failureCount))
    }
  }
}

/** @param {string} url @param {string} part @param {string} note @param {SaveOptions} options @returns {Promise<number>} */
async function fetchRest(url, part, note, { signal, onProgress }) {
  const tag = await tagOf(note)
  const have = tag ? await sizeOf(part) : 0
  /** @type {Record<string, string>} */
  const headers = tag && have > 0 ? { range: `bytes=${have}-`, 'if-range': tag } : {}
  const response = await fetch(url, { headers, signal }).catch((error) => {
    throw signal.aborted ? error : noResponseError(error)
  })
  // Everything is there already, and only the last step is missing.
  if (response.status === 416 && have > 0 && response.headers.get('content-range') === `bytes */${have}`) return have
  if (!response.ok || !response.body) throw new ApiError({ status: response.status }, `The server answered with status ${response.status}.`)
  const start = response.status === 206 ? have : 0
  const length = response.headers.get('content-length')
  const total = start + Number(length ?? 0)
  await writePrivate(note, { tag: response.headers.get('etag') })
  let sent = start
  const count = async function* (/** @type {AsyncIterable<Uint8Array>} */ chunks) {
    for await (const chunk of chunks) {
      sent += chunk.length
      onProgress(sent, total)
      yield chunk
    }
  }
  const body = Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (response.body))
  await pipeline(body, count, createWriteStream(part, { flags: start > 0 ? 'a' : 'w' }), { signal }).catch((error) => {
    throw signal.aborted || 'code' in error ? asFailure(error) : noResponseError(error)
  })
  if (length !== null && sent !== total) throw noResponseError()
  return sent
}

/** A connection that breaks is tried again; a disk that is full is not. @param {NodeJS.ErrnoException} error */
const asFailure = (error) => (/^(ECONN|EPIPE|ETIMEDOUT|UND_ERR)/.test(error.code ?? '') ? noResponseError(error) : error)

/** @param {string} path */
const sizeOf = (path) =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** @param {string} note @returns {Promise<string | undefined>} */
async function tagOf(note) {
  try {
    const { tag } = JSON.parse(await readFile(note, 'utf8'))
    return typeof tag === 'string' ? tag : undefined
  } catch {
    return undefined
  }
}

/** @param {string} url @param {AbortSignal} signal */
export async function writeToStdout(url, signal) {
  const response = await fetch(url, { signal })
  if (!response.ok || !response.body) throw new ApiError({ status: response.status })
  await pipeline(Readable.fromWeb(/** @type {import('node:stream/web').ReadableStream} */ (response.body)), process.stdout, {
    end: false,
    signal,
  })
}
