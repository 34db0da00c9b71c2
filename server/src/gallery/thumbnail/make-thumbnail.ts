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
import type { Storage } from '../../platform/storage/storage.ts'
import { withLocalFile } from '../../platform/storage/with-local-file.ts'
import type { FrameSource } from './frame-source.ts'

export interface MakeDeps {
  storage: Storage
  mediaTools: MediaTools
  scratch: string
  turns: ProbeQueue
}

interface Request {
  userId: string
  signal: AbortSignal
}

type Use = (made: MadeThumbnail) => Promise<void>

/** Receives a picture, re-encodes it and passes the result on. Pictures that arrive slowly do not hold up those who probe. */
export function withPicture(deps: MakeDeps, { userId, signal }: Request, file: ReceivedFile, use: Use) {
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

async function takeFrame({ storage, mediaTools, scratch }: MakeDeps, folder: string, source: FrameSource, signal: AbortSignal) {
  const run = { mediaTools, folder, signal }
  const { key, seconds } = source
  if (source.kind === 'original') {
    const { facts } = source
    return withLocalFile(storage, key, scratch, (path) => thumbnailOfOriginal(run, { path, facts }, seconds))
  }
  const path = join(folder, 'segment.mp4')
  for (const range of source.ranges) {
    const body = await storage.get(key, range)
    if (!body) return undefined
    await saveTo(path, body.stream, signal)
  }
  return thumbnailOfSegment(run, path, seconds)
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

async function withFolder({ scratch }: MakeDeps, work: (folder: string) => Promise<void>): Promise<void> {
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
