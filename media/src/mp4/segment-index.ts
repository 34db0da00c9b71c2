import { av1CodecString } from './av1-codec.ts'
import { contentAt, readBoxes, viewOf } from './mp4-boxes.ts'

/** The byte ranges of a fragmented MP4, for playlists. */
export interface SegmentIndex {
  /** Bytes at the start of the file that players need first (ftyp and moov). */
  initBytes: number
  segments: readonly IndexedSegment[]
}

interface IndexedSegment {
  offset: number
  bytes: number
  seconds: number
}

/**
 * Reads the first segment index (`sidx`, ISO/IEC 14496-12 8.16.3) from the head of a file. ffmpeg writes one for each track, video
 * first, and each lists all fragments. Undefined if the head does not contain all of it.
 */
export function readSegmentIndex(head: DataView): SegmentIndex | undefined {
  const boxes = readBoxes(head)
  const moov = boxes.find(({ type }) => type === 'moov')
  const sidx = boxes.find(({ type }) => type === 'sidx')
  if (!moov || !sidx || sidx.offset + sidx.size > head.byteLength) return undefined
  const body = viewOf(head, sidx.body, sidx.offset + sidx.size)
  const wide = body.getUint8(0) === 1
  const timescale = body.getUint32(8)
  const firstOffset = wide ? Number(body.getBigUint64(20)) : body.getUint32(16)
  const counted = wide ? 30 : 22
  const count = body.getUint16(counted)
  let offset = sidx.offset + sidx.size + firstOffset
  const segments: IndexedSegment[] = []
  for (let at = 0; at < count; at += 1) {
    const entry = counted + 2 + at * 12
    const bytes = body.getUint32(entry) & 0x7fffffff
    segments.push({ offset, bytes, seconds: body.getUint32(entry + 4) / timescale })
    offset += bytes
  }
  return { initBytes: moov.offset + moov.size, segments }
}

/** The RFC 6381 codec strings of a file (`avc1.64001f`, `av01.0.08M.08`, `mp4a.40.2`), from its moov. */
export function readCodecs(head: DataView): string[] {
  const moov = readBoxes(head).find(({ type }) => type === 'moov')
  if (!moov) return []
  return readBoxes(head, moov.body, moov.offset + moov.size)
    .filter(({ type }) => type === 'trak')
    .flatMap((trak) => {
      const description = contentAt(head, ['mdia', 'minf', 'stbl', 'stsd'], trak.body, trak.offset + trak.size)
      const codec = description && codecString(description)
      return codec ? [codec] : []
    })
}

/** A sample entry is 8 bytes into stsd; fixed fields of 78 (video) or 28 (audio) bytes precede its boxes. */
function codecString(description: DataView): string | undefined {
  const entry = readBoxes(description, 8)[0]
  if (!entry) return undefined
  const end = entry.offset + entry.size
  if (entry.type === 'avc1') {
    const avcC = contentAt(description, ['avcC'], entry.body + 78, end)
    return avcC && `avc1.${[1, 2, 3].map((at) => hex(avcC.getUint8(at))).join('')}`
  }
  if (entry.type === 'av01') {
    const av1C = contentAt(description, ['av1C'], entry.body + 78, end)
    return av1C && av1CodecString(av1C, contentAt(description, ['colr'], entry.body + 78, end))
  }
  if (entry.type === 'mp4a') {
    const esds = contentAt(description, ['esds'], entry.body + 28, end)
    return `mp4a.40.${(esds && audioObjectType(esds)) ?? 2}`
  }
  return undefined
}

/** In the MPEG-4 descriptors of esds, tag 3 contains tag 4, which contains tag 5: its first five bits are the AAC type (2 is LC). */
function audioObjectType(esds: DataView): number | undefined {
  let at = 4
  while (at + 2 < esds.byteLength) {
    const tag = esds.getUint8(at)
    at += 1
    while (at < esds.byteLength && (esds.getUint8(at) & 0x80) !== 0) at += 1
    at += 1
    if (tag === 3) at += 3
    else if (tag === 4) at += 13
    else if (tag === 5 && at < esds.byteLength) return esds.getUint8(at) >> 3
    else return undefined
  }
  return undefined
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0')
