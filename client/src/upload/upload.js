import { ApiError } from '../api-error.js'
import { arrivedBytes, loadTus, resumeFile } from './resume-file.js'
import { isGone, retryTransfer } from './retry-transfer.js'
import { uploadTypeOf } from './upload-type.js'

/** @import { Job, Video } from '../calls.js' */
/** @import { Forge, Uploaded, UploadFile, UploadOptions, UploadState } from '../types.js' */
/** @typedef {{ file: UploadFile, name: string, type: string, size: number }} Source */

/**
 * Sends a file and makes a video of it. Each step is stored by `onState` before the next one begins, so that a run that was
 * killed can be continued by giving its last state.
 * @param {Pick<Forge, 'call'>} forge @param {UploadFile} file @param {UploadOptions} options @returns {Promise<Uploaded>}
 */
export async function upload(forge, file, options) {
  const source = sourceOf(file, options)
  const { signal = new AbortController().signal } = options
  const context = { forge, source, options, signal }
  let state = await sentState(context, options.resume)
  const video = await confirm(context, state).catch(async (error) => {
    // A stored upload that the server no longer has: it expired, or its video was deleted.
    if (!options.resume || !(error instanceof ApiError && error.isNotFound)) throw error
    state = await sentState(context, undefined)
    return confirm(context, state)
  })
  await options.onState?.({ ...state, stage: 'confirmed' })
  return finish(context, state, video)
}

/** Small enough for proxies that limit requests, and a lost response costs little. */
const smallestChunk = 16 * 1024 * 1024

/** As the API allows. */
const maxTitleLength = 100

/** @typedef {{ forge: Pick<Forge, 'call'>, source: Source, options: UploadOptions, signal: AbortSignal }} Context */

/** The state when all bytes have arrived. @param {Context} context @param {UploadState | undefined} earlier @returns {Promise<UploadState>} */
async function sentState(context, earlier) {
  const { source, options, signal } = context
  if (earlier && earlier.stage !== 'sending') return earlier
  void loadTus().catch(() => undefined)
  const isKnown = earlier && earlier.size === source.size && (await isThere(earlier, signal))
  const state = isKnown ? earlier : await openUpload(context)
  try {
    await sendBytes(context, state)
  } catch (error) {
    if (!isKnown || !isGone(error)) throw error
    return sentState(context, undefined)
  }
  const sent = { ...state, stage: /** @type {const} */ ('sent') }
  await options.onState?.(sent)
  return sent
}

/** @param {UploadState} state @param {AbortSignal} signal */
const isThere = async ({ resumableUrl }, signal) =>
  (await retryTransfer(() => arrivedBytes(resumableUrl, signal), { signal, onWaiting: () => undefined })) !== 'gone'

/** @param {Context} context @returns {Promise<UploadState>} */
async function openUpload({ forge, source: { name, type, size }, options, signal }) {
  const { createdAt } = options
  const body = { filename: name, contentType: type, size, ...(createdAt !== undefined && { createdAt }) }
  const { s3Key, resumableUrl, expiresAt } = await forge.call('POST /upload/generate-url', { body }, { signal })
  /** @type {UploadState} */
  const state = { s3Key, resumableUrl, expiresAt, size, stage: 'sending' }
  await options.onState?.(state)
  return state
}

/** @param {Context} context @param {UploadState} state */
async function sendBytes({ source, options, signal }, { resumableUrl }) {
  const { size } = source
  const { chunkSize, onProgress, onWaiting = () => undefined } = options
  let sent = 0
  /** @param {number} bytes */
  const moved = (bytes) => {
    sent = bytes
    onProgress?.({ sent, size })
  }
  let bytesAtOnce = chunkSize ?? smallestChunk
  const attempt = async () => {
    for (;;) {
      try {
        return await resumeFile({ url: resumableUrl, file: source.file, chunkSize: bytesAtOnce, signal, onProgress: moved })
      } catch (error) {
        // A proxy that refuses large requests says so, or just ends the connection.
        const isSmallest = bytesAtOnce <= smallestChunk
        bytesAtOnce = Math.max(smallestChunk, bytesAtOnce / 4)
        if (isSmallest || !(error instanceof ApiError && error.status === 413)) throw error
      }
    }
  }
  await retryTransfer(attempt, { signal, sent: () => sent, onWaiting })
}

/** Private unless the owner chose otherwise. @param {Context} context @param {UploadState} state @returns {Promise<Video>} */
async function confirm({ forge, source, options, signal }, { s3Key }) {
  const { title = titleOf(source.name), description, visibility = 'private' } = options
  const body = { s3Key, visibility, title, ...(description !== undefined && { description }) }
  return (await forge.call('POST /upload/confirm', { body }, { signal })).video
}

/** The name of the file without its ending, as long as a title may be. @param {string} name */
const titleOf = (name) =>
  name
    .replace(/(?<=.)\.[^.]+$/, '')
    .trim()
    .slice(0, maxTitleLength)
    .replace(/[\ud800-\udbff]$/, '')

/** @param {Context} context @param {UploadState} state @param {Video} video @returns {Promise<Uploaded>} */
async function finish({ forge, options, signal }, { s3Key }, video) {
  const { tags, formats, title, description, visibility } = options
  const params = { id: video.id }
  const changed = tags && (await forge.call('PATCH /gallery/videos/{id}', { params, body: { tags: [...tags] } }, { signal })).video
  if (!formats || formats.length === 0) return { video: changed ?? video, job: null }
  const details = {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    visibility: visibility ?? 'private',
  }
  const body = { inputSource: s3Key, outputFormats: [...formats], ...details }
  const { job } = await forge.call('POST /jobs', { body }, { signal }).catch(async (error) => {
    // An earlier run, or an answer that was lost, may have started it.
    if (!(error instanceof ApiError && (error.isConflict || !error.hasResponse))) throw error
    return forge.call('GET /jobs/{id}', { params }, { signal }).catch(() => {
      throw error
    })
  })
  return { video: changed ?? video, job }
}

/** @param {UploadFile} file @param {UploadOptions} options @returns {Source} */
function sourceOf(file, { filename, contentType }) {
  const name = filename ?? ('name' in file && typeof file.name === 'string' ? file.name : 'video.mp4')
  return { file, name, type: contentType ?? uploadTypeOf(name, file.type), size: file.size }
}
