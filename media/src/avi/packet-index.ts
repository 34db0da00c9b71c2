import { viewOfBytes } from '../mp4/mp4-boxes.ts'
import type { ReadAt } from '../mp4/patch.ts'
import type { PacketTracks, TrackPackets } from '../probing/packet-log.ts'
import { type AviStream, nameAt, readStreams } from './streams.ts'

const chunkHead = 8
const maxHeadBytes = 1 << 20
/** Four hours at 60 frames a second, with a chunk of audio for each, have 28 MB. */
const maxIndexBytes = 32 << 20
/** Read at once: between two reads the process does its other work. A multiple of the length of an entry. */
const sliceBytes = 1 << 20
/** Chunks before the pictures, and lists of an index. */
const maxChunks = 1000
const maxPackets = 2_500_000

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
    if (chunk.type === 'movi' && streams && !isLast) return readSections(streams, size, readAt)
    if (chunk.id === 'idx1' && streams) return readIndex(streams, chunk, readAt)
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

async function* slicesOf(from: number, bytes: number, readAt: ReadAt): AsyncIterable<DataView> {
  for (let done = 0; done < bytes; done += sliceBytes) yield viewOfBytes(await readAt(from + done, Math.min(sliceBytes, bytes - done)))
}

const keyFlag = 0x10

async function readIndex(streams: readonly AviStream[], { body, end }: Chunk, readAt: ReadAt): Promise<PacketTracks | undefined> {
  if (end - body > maxIndexBytes) return undefined
  const found = new FoundPackets(streams)
  for await (const view of slicesOf(body, end - body, readAt)) {
    for (let at = 0; at + 16 <= view.byteLength; at += 16) {
      const id = nameAt(view, at)
      if (id === 'rec ') continue
      if (!found.add(streamOf(id), (view.getUint32(at + 4, true) & keyFlag) !== 0, view.getUint32(at + 12, true))) return undefined
    }
  }
  return found.packets()
}

const listHead = 32
const notKeyBit = 0x80000000

/** Each stream has lists of its own, one for each section of the file. */
async function readSections(streams: readonly AviStream[], size: number, readAt: ReadAt): Promise<PacketTracks | undefined> {
  const all = streams.flatMap(({ sections }) => sections)
  if (all.length > maxChunks || all.reduce((sum, { bytes }) => sum + bytes, 0) > maxIndexBytes) return undefined
  const found = new FoundPackets(streams)
  for (const [stream, { sections }] of streams.entries()) {
    if (sections.length === 0) return undefined
    for (const { offset, bytes } of sections) {
      if (bytes < listHead || offset + bytes > size) return undefined
      let left: number | undefined
      for await (const view of slicesOf(offset, bytes, readAt)) {
        const start = left === undefined ? listHead : 0
        left ??= entriesIn(view, stream, bytes)
        if (left === undefined) return undefined
        for (let at = start; at + 8 <= view.byteLength && left > 0; at += 8, left -= 1) {
          const value = view.getUint32(at + 4, true)
          if (!found.add(stream, (value & notKeyBit) === 0, value & ~notKeyBit)) return undefined
        }
      }
    }
  }
  return found.packets()
}

/** As the head of a list says: two numbers each, and no fields of interlaced pictures. */
function entriesIn(list: DataView, stream: number, bytes: number): number | undefined {
  const [longs, kind, count] = [list.getUint16(8, true), list.getUint16(10), list.getUint32(12, true)]
  const isUsual = longs === 2 && kind === 1 && listHead + count * 8 <= bytes && streamOf(nameAt(list, 16)) === stream
  return isUsual ? count : undefined
}

interface Track extends TrackPackets {
  /** So much of the stream has passed, in its own units. */
  passed: number
  chunks: number
}

/** As exact as ffprobe prints times. */
const microseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6

/** Collects the packets of each stream in their order. */
class FoundPackets {
  private readonly streams: readonly AviStream[]
  private readonly tracks: Track[]
  private count = 0

  constructor(streams: readonly AviStream[]) {
    this.streams = streams
    this.tracks = streams.map(
      (): Track => ({ times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false, passed: 0, chunks: 0 }),
    )
  }

  /** False for a chunk of no stream, or one too many. */
  add(number: number | undefined, isKey: boolean, bytes: number): boolean {
    const [stream, track] = number === undefined ? [] : [this.streams[number], this.tracks[number]]
    this.count += 1
    if (!stream || !track || this.count > maxPackets) return false
    const units = stream.unitsIn(bytes)
    // An empty chunk keeps the time of a frame that is not there.
    if (bytes > 0) {
      if (isKey) track.keys.push(track.times.length)
      track.times.push(microseconds(track.passed * stream.unitSeconds))
      track.durations.push(microseconds(units * stream.unitSeconds))
      track.bytes += bytes
    }
    track.passed += units
    track.chunks += 1
    return true
  }

  packets(): PacketTracks | undefined {
    const isWhole = this.tracks.every(({ chunks, times }, at) => times.length > 0 && (this.streams[at]?.frames ?? chunks) === chunks)
    return isWhole ? { tracks: new Map(this.tracks.map(({ passed: _, chunks: __, ...packets }, at) => [at, packets])) } : undefined
  }
}
