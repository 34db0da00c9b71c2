import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ReceivedFile } from '@video-forge/contract/endpoint'
import { Failure } from '@video-forge/contract/errors'
import { PictureRefusal } from '@video-forge/media/probing/pictures/picture-refusal'
import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import {
  type MadeThumbnail,
  thumbnailOfOriginal,
  thumbnailOfPicture,
  thumbnailOfSegment,
} from '@video-forge/media/run/pictures/chosen-thumbnail'
import type { ProbeQueue } from '../../platform/probe-queue.ts'
import { temporaryFolderName } from '../../platform/scratch/scratch-names.ts'
import { type LocalCopies, NotStored } from '../../platform/storage/file-copies.ts'
import type { Storage } from '../../platform/storage/storage.ts'
import type { FrameSource } from './frame-source.ts'

export interface PictureDeps {
  mediaTools: MediaTools
  scratch: string
  turns: ProbeQueue
}

export interface MakeDeps extends PictureDeps {
  storage: Storage
  copies: Pick<LocalCopies, 'use'>
}

interface Request {
  userId: string
  signal: AbortSignal
}

/** The request that waits for the copy has timed out by then. */
const copyMs = 120_000

type Use = (made: MadeThumbnail) => Promise<void>

/** Receives a picture, re-encodes it and passes the result on. Pictures that arrive slowly do not hold up those who probe. */
export function withPicture(deps: PictureDeps, { userId, signal }: Request, file: ReceivedFile, use: Use) {
  const receive = () =>
    withFolder(deps, async (folder) => {
      const path = join(folder, 'picture')
      await saveTo(path, file.chunks, signal)
      const run = { mediaTools: deps.mediaTools, folder, signal }
      await use(await deps.turns.probe(userId, () => thumbnailOfPicture(run, path), signal).catch(refusePicture))
    })
  return deps.turns.fetch(userId, receive, signal)
}

/** Takes a frame and passes its picture on. */
export const withFrame = (deps: MakeDeps, { userId, signal }: Request, source: FrameSource, use: Use) =>
  withFolder(deps, async (folder) => {
    const take = () => takeFrame(deps, folder, source, signal)
    const made = await deps.turns.probe(userId, take, signal).catch(refuseFrame)
    if (!made) throw noFrame()
    await use(made)
  })

async function takeFrame({ storage, copies, mediaTools }: MakeDeps, folder: string, source: FrameSource, signal: AbortSignal) {
  const run = { mediaTools, folder, signal }
  const { key, seconds } = source
  if (source.kind === 'original') {
    const { facts } = source
    const take = (path: string) => thumbnailOfOriginal(run, { path, facts }, seconds)
    // A frame needs the index and some bytes, whatever the size of the file.
    return copies.use(key, ({ now }) => take(now()), { timeoutMs: copyMs, isPatient: true }).catch(noneOfMissing)
  }
  const path = join(folder, 'segment.mp4')
  for (const range of source.ranges) {
    const body = await storage.get(key, range)
    if (!body) return undefined
    await saveTo(path, body.stream, signal)
  }
  return thumbnailOfSegment(run, path, seconds)
}

const noneOfMissing = (error: unknown): undefined => {
  if (!(error instanceof NotStored)) throw error
}

/** Appends to the file. Aborting rejects with the reason of the signal, which is a sentence for the caller. */
async function saveTo(path: string, chunks: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  try {
    await pipeline(chunks, createWriteStream(path, { flags: 'a' }), { signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}

async function withFolder({ scratch }: PictureDeps, work: (folder: string) => Promise<void>): Promise<void> {
  const folder = join(scratch, temporaryFolderName('picture'))
  try {
    await mkdir(folder, { recursive: true })
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const noFrame = (cause?: unknown) => new Failure('CONFLICT', 'No picture can be taken at this position. Choose another one.', { cause })

const tookTooLong = (cause: PictureRefusal) => new Failure('UNAVAILABLE', cause.message, { retryAfter: 10, cause })

function refusePicture(error: unknown): never {
  if (!(error instanceof PictureRefusal)) throw error
  if (error.refusal === 'took-too-long') throw tookTooLong(error)
  throw new Failure(error.refusal === 'not-a-picture' ? 'WRONG_TYPE' : 'INVALID_INPUT', error.message, { cause: error })
}

function refuseFrame(error: unknown): never {
  if (!(error instanceof PictureRefusal)) throw error
  throw error.refusal === 'took-too-long' ? tookTooLong(error) : noFrame(error)
}
