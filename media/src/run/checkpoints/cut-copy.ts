import { type FileHandle, open } from 'node:fs/promises'
import { readBox, viewOfBytes } from '../../mp4/mp4-boxes.ts'
import { headOfTrack, readVideo } from '../../mp4/single-track.ts'
import { readStreamIndex } from '../inspect/read-index.ts'

interface Range {
  from: number
  bytes: number
}

/** The pictures of one fragment of a rendition. */
interface CopyChunk {
  /** What comes before its data, in the file of leads. */
  lead: Range
  /** Its data, in the rendition. */
  data: Range
  seconds: number
}

/**
 * How a finished rendition with audio is played beside renditions without: a chunk is the head, a lead and some data of the rendition. So
 * nothing but heads and leads has to be stored again.
 */
export interface CopyIndex {
  /** Bytes of the head, with which the file of leads begins. */
  headBytes: number
  /** RFC 6381. */
  codec: string
  chunks: CopyChunk[]
}

/** A `moof` of ten seconds at 60 frames a second has some 15 kB. */
const usualMoofBytes = 32 << 10
const maxMoofBytes = 4 << 20

/** Writes the head and all leads of a rendition into a file. */
export async function cutCopy(path: string, leadsPath: string): Promise<CopyIndex> {
  const { initBytes, segments, codecs } = await readStreamIndex(path)
  const [rendition, leads] = [await open(path, 'r'), await open(leadsPath, 'w')]
  try {
    const head = headOfTrack(viewOfBytes(await readBytes(rendition, 0, initBytes)), 'first')
    await leads.write(head)
    let written = head.length
    const chunks: CopyChunk[] = []
    for (const { offset, bytes, seconds } of segments) {
      const { lead, from, to } = readVideo(viewOfBytes(await readMoof(rendition, offset, bytes)), bytes)
      await leads.write(lead)
      chunks.push({ lead: { from: written, bytes: lead.length }, data: { from: offset + from, bytes: to - from }, seconds })
      written += lead.length
    }
    return { headBytes: head.length, codec: codecs[0] ?? '', chunks }
  } finally {
    await rendition.close()
    await leads.close()
  }
}

async function readMoof(file: FileHandle, offset: number, fragmentBytes: number): Promise<Buffer> {
  const start = await readBytes(file, offset, Math.min(fragmentBytes, usualMoofBytes))
  const box = readBox(viewOfBytes(start), 0)
  if (box?.type !== 'moof' || box.size > Math.min(fragmentBytes, maxMoofBytes)) throw new Error('A fragment has an unexpected structure.')
  return box.size <= start.length ? start.subarray(0, box.size) : readBytes(file, offset, box.size)
}

async function readBytes(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, from)
  if (bytesRead < length) throw new Error('The rendition ends early.')
  return bytes
}
