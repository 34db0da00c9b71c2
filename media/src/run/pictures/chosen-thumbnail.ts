import { open, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { originalFrameArguments, pictureArguments, segmentFrameArguments } from '../../arguments/chosen-thumbnail-arguments.ts'
import { pictureFiles } from '../../arguments/thumbnail-arguments.ts'
import { jpegOrientation } from '../../probing/pictures/jpeg-orientation.ts'
import { pictureTypeOf } from '../../probing/pictures/picture-file.ts'
import { PictureRefusal } from '../../probing/pictures/picture-refusal.ts'
import { firstWebpFrame } from '../../probing/pictures/webp-frame.ts'
import type { SourceFacts } from '../../probing/source-facts.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { ProgramFailure, runProgram } from '../ffmpeg/run-program.ts'
import { maxProbeBytes } from '../inspect/probe-file.ts'

interface ThumbnailRun {
  mediaTools: MediaTools
  /** Where the files are written; the caller deletes it. */
  folder: string
  signal: AbortSignal
}

/** Paths of files. */
export interface MadeThumbnail {
  /** A JPEG. */
  thumbnail: string
  /** The picture of the card, where ffmpeg can make one. */
  card: string | undefined
}

const maxSeconds = 20
/** A JPEG of this size has a tenth of it. */
const maxOutputBytes = 8 * 1024 ** 2
/** Exif data is at the start of a file and has at most 64 KB. */
const exifBytes = 256 * 1024

/** Re-encodes an uploaded picture in the size of a thumbnail. Throws a PictureRefusal. */
export async function thumbnailOfPicture(run: ThumbnailRun, path: string): Promise<MadeThumbnail> {
  const head = await headOf(path)
  if (head.length === 0) throw new PictureRefusal('empty')
  const type = pictureTypeOf(head)
  if (!type) throw new PictureRefusal('not-a-picture')
  const orientation = type === 'image/jpeg' ? jpegOrientation(head) : 1
  const frame = type === 'image/webp' ? firstWebpFrame(await readFile(path)) : undefined
  const input = frame ? join(run.folder, 'frame.webp') : path
  if (frame) await writeFile(input, frame)
  const made = await write(run, pictureArguments(input, type, orientation, cardIn(run)))
  if (!made) throw new PictureRefusal('damaged')
  return made
}

const cardIn = ({ mediaTools }: ThumbnailRun) => ({ hasCard: mediaTools.canWriteWebp })

/** A frame of a file that holds one segment of our own rendition, at a time of the whole rendition. Undefined when it has none there. */
export const thumbnailOfSegment = (run: ThumbnailRun, path: string, seconds: number): Promise<MadeThumbnail | undefined> =>
  atOrBefore(seconds, (from, isLast) => write(run, segmentFrameArguments(path, from, { ...cardIn(run), isLast })))

/** A frame of an untrusted original. Undefined when it has none there. */
export const thumbnailOfOriginal = (
  run: ThumbnailRun,
  original: { path: string; facts: SourceFacts | undefined },
  seconds: number,
): Promise<MadeThumbnail | undefined> => {
  const source = { ...original, machine: run.mediaTools.machine }
  return atOrBefore(seconds, (from, isLast) => write(run, originalFrameArguments(source, from, { ...cardIn(run), isLast })))
}

/** ffmpeg shows the first frame at or after a position; after the last one the frames of the second before are read to their end. */
const atOrBefore = async (
  seconds: number,
  take: (from: number, isLast: boolean) => Promise<MadeThumbnail | undefined>,
): Promise<MadeThumbnail | undefined> => (await take(seconds, false)) ?? take(Math.max(0, seconds - 1), true)

async function write(
  { mediaTools, folder, signal }: ThumbnailRun,
  programArguments: readonly string[],
): Promise<MadeThumbnail | undefined> {
  try {
    await runProgram({
      program: mediaTools.ffmpeg,
      arguments: programArguments,
      folder,
      sandbox: mediaTools.sandbox,
      limits: { seconds: maxSeconds, silentSeconds: maxSeconds, memoryBytes: maxProbeBytes, fileBytes: maxOutputBytes },
      signal,
      niceness: 0,
    })
  } catch (error) {
    throw error instanceof ProgramFailure ? refusalOf(error) : error
  }
  const thumbnail = join(folder, pictureFiles.thumbnail)
  if (!(await stat(thumbnail).catch(() => undefined))?.size) return undefined
  return { thumbnail, card: mediaTools.canWriteWebp ? join(folder, pictureFiles.card) : undefined }
}

function refusalOf(failure: ProgramFailure): Error {
  if (failure.failure === 'stuck' || failure.failure === 'time-limit') return new PictureRefusal('took-too-long')
  if (/exceeds specified max pixel count|Picture size \d+x\d+ is invalid/.test(failure.messages))
    return new PictureRefusal('too-many-pixels')
  if (failure.failure === 'memory-limit') return new PictureRefusal('too-many-pixels')
  return failure.failure === 'failed' ? new PictureRefusal('damaged') : failure
}

async function headOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const head = new Uint8Array(exifBytes)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return head.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
