import { viewOfBytes } from '../mp4/mp4-boxes.ts'
import type { ReadAt } from '../mp4/patch.ts'
import type { PacketTracks, TrackPackets } from '../probing/packet-log.ts'
import { type AviStream, nameAt, readStreams } from './streams.ts'

const chunkHead = 8
const maxHeadBytes = 1 << 20
const maxIndexBytes = 64 << 20
/** Chunks before the pictures, and lists of an index. */
const maxChunks = 1000
const maxPackets = 6_000_000

/** Which stream a chunk belongs to: its number is in the first two letters. */
const streamOf = (id: string): number | undefined => (/^\d\d(?:d[bc]|wb)$/i.test(id) ? Number(id.slice(0, 2)) : undefined)

interface Chunk {
  id: string
  /** Of a list. */
  type: string
  body: number
  end: number
}

/**
 * The packets of an AVI file from its index: the one at its end, or, of a file of some gigabytes, those in each of its sections. Undefined where
 * it has none, or says something unusual.
 */
export async function readPacketIndex(size: number, readAt: ReadAt): Promise<PacketTracks | undefined> {
  const file = await chunkAt(0, size, readAt)
  if (file?.id !== 'RIFF' || file.type !== 'AVI ') return undefined
  let streams: AviStream[] | undefined
  for (let at = file.body + 4, count = 0; at + chunkHead <= Math.min(file.end, size) && count < maxChunks; count += 1) {
    const chunk = await chunkAt(at, size, readAt)
    if (!chunk || chunk.end > size) return undefined
    const bytes = chunk.end - chunk.body
    if (chunk.type === 'hdrl' && bytes >= 4 && bytes <= maxHeadBytes)
      streams = readStreams(viewOfBytes(await readAt(chunk.body + 4, bytes - 4)))
    if (chunk.type === 'movi' && !streams) return undefined
    const isLast = file.end + chunkHead >= size
    if (chunk.type === 'movi' && streams && !isLast) return packetsOf(streams, sectionEntries(streams, size, readAt))
    if (chunk.id === 'idx1' && streams) return packetsOf(streams, indexEntries(chunk, readAt))
    // Chunks begin at even places.
    at = chunk.end + (chunk.end % 2)
  }
  return undefined
}

async function chunkAt(at: number, size: number, readAt: ReadAt): Promise<Chunk | undefined> {
  if (at + chunkHead > size) return undefined
  const view = viewOfBytes(await readAt(at, Math.min(chunkHead + 4, size - at)))
  const id = nameAt(view, 0)
  const isList = (id === 'LIST' || id === 'RIFF') && view.byteLength >= chunkHead + 4
  return { id, type: isList ? nameAt(view, chunkHead) : '', body: at + chunkHead, end: at + chunkHead + view.getUint32(4, true) }
}

interface Entry {
  stream: number
  isKey: boolean
  bytes: number
}

const keyFlag = 0x10

async function* indexEntries({ body, end }: Chunk, readAt: ReadAt): AsyncIterable<Entry | undefined> {
  if (end - body > maxIndexBytes) return yield undefined
  const view = viewOfBytes(await readAt(body, end - body))
  for (let at = 0; at + 16 <= view.byteLength; at += 16) {
    const id = nameAt(view, at)
    if (id === 'rec ') continue
    const stream = streamOf(id)
    yield stream === undefined
      ? undefined
      : { stream, isKey: (view.getUint32(at + 4, true) & keyFlag) !== 0, bytes: view.getUint32(at + 12, true) }
  }
}

const notKeyBit = 0x80000000

/** Each stream has lists of its own, one for each section of the file. */
async function* sectionEntries(streams: readonly AviStream[], size: number, readAt: ReadAt): AsyncIterable<Entry | undefined> {
  const all = streams.flatMap(({ sections }) => sections)
  if (all.length > maxChunks || all.reduce((sum, { bytes }) => sum + bytes, 0) > maxIndexBytes) return yield undefined
  for (const [stream, { sections }] of streams.entries()) {
    if (sections.length === 0) return yield undefined
    for (const { offset, bytes } of sections) {
      if (bytes < 32 || offset + bytes > size) return yield undefined
      const view = viewOfBytes(await readAt(offset, bytes))
      const [longs, kind, count] = [view.getUint16(8, true), view.getUint16(10), view.getUint32(12, true)]
      // Two numbers each, and no fields of interlaced pictures.
      if (longs !== 2 || kind !== 1 || 32 + count * 8 > view.byteLength || streamOf(nameAt(view, 16)) !== stream) return yield undefined
      for (let at = 32; at < 32 + count * 8; at += 8) {
        const value = view.getUint32(at + 4, true)
        yield { stream, isKey: (value & notKeyBit) === 0, bytes: value & ~notKeyBit }
      }
    }
  }
}

interface Track extends TrackPackets {
  /** So much of the stream has passed, in its own units. */
  passed: number
  chunks: number
}

/** As exact as ffprobe prints times. */
const microseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

async function packetsOf(streams: readonly AviStream[], entries: AsyncIterable<Entry | undefined>): Promise<PacketTracks | undefined> {
  const tracks = streams.map(
    (): Track => ({ times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false, passed: 0, chunks: 0 }),
  )
  let count = 0
  for await (const entry of entries) {
    const [stream, track] = entry ? [streams[entry.stream], tracks[entry.stream]] : []
    count += 1
    if (!entry || !stream || !track || count > maxPackets) return undefined
    const units = stream.unitsIn(entry.bytes)
    // An empty chunk keeps the time of a frame that is not there.
    if (entry.bytes > 0) {
      if (entry.isKey) track.keys.push(track.times.length)
      track.times.push(microseconds(track.passed * stream.unitSeconds))
      track.durations.push(microseconds(units * stream.unitSeconds))
      track.bytes += entry.bytes
    }
    track.passed += units
    track.chunks += 1
  }
  const isWhole = tracks.every(({ chunks, times }, at) => times.length > 0 && (streams[at]?.frames ?? chunks) === chunks)
  return isWhole ? { tracks: new Map(tracks.map(({ passed: _, chunks: __, ...packets }, at) => [at, packets])) } : undefined
}
