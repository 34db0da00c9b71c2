import { maxPrimingPackets, type PacketTracks, type TrackPackets } from '../probing/packet-log.ts'
import { contentAt, readBoxes, viewOf } from './mp4-boxes.ts'
import { chunkRanges, type SampleSizes, sampleSizes } from './sample-ranges.ts'
import { Unreadable } from './unreadable.ts'

/** Of all tracks: eight hours at 60 frames a second, with audio. They are held in memory, and a small table can claim any number. */
const maxSamples = 3_500_000

/**
 * The packets of an MP4 or QuickTime file from the tables in its `moov` (ISO/IEC 14496-12, 8.6), as ffprobe would list them after reading all of the file.
 * Undefined where the tables do not say enough: fragments, edits in the middle, missing bytes, anything unusual.
 */
export function readPacketTables(moov: DataView, fileSize: number): PacketTracks | undefined {
  try {
    const mvhd = contentAt(moov, ['mvhd'])
    const boxes = readBoxes(moov)
    if (!mvhd || boxes.some(({ type }) => type === 'mvex' || type === 'cmov')) return undefined
    const movieScale = mvhd.getUint32(isWide(mvhd) ? 20 : 12)
    const tracks = new Map<number, TrackPackets>()
    let left = maxSamples
    for (const [index, box] of boxes.filter(({ type }) => type === 'trak').entries()) {
      const packets = readTrack(viewOf(moov, box.body, box.offset + box.size), { movieScale, fileSize, left })
      if (packets === 'unusual') return undefined
      if (!packets) continue
      tracks.set(index, packets)
      left -= packets.times.length
    }
    return { tracks }
  } catch (error) {
    // A table that claims more entries than it has.
    if (error instanceof Unreadable || error instanceof RangeError) return undefined
    throw error
  }
}

const isWide = (box: DataView): boolean => box.getUint8(0) === 1

interface File {
  movieScale: number
  fileSize: number
  /** So many samples may still be read. */
  left: number
}

/** Undefined for a track that nobody reads: time codes, metadata, hints. */
function readTrack(trak: DataView, { movieScale, fileSize, left }: File): TrackPackets | 'unusual' | undefined {
  const [mdhd, hdlr, stbl] = [contentAt(trak, ['mdia', 'mdhd']), contentAt(trak, ['mdia', 'hdlr']), contentAt(trak, tablesAt)]
  if (!mdhd || !hdlr || !stbl) return 'unusual'
  const kind = nameAt(hdlr, 8)
  if (/^(tmcd|meta|hint|mdir)$/.test(kind)) return undefined
  const [dref, stsd, stts, stsc] = [contentAt(trak, referencesAt), ...['stsd', 'stts', 'stsc'].map((name) => contentAt(stbl, [name]))]
  if (!stsd || !stts || !stsc || stsd.getUint32(4) !== 1 || !isInFile(dref)) return 'unusual'
  if (hasOtherKeys(stbl)) return 'unusual'
  const [stsz, stz2, stco, co64] = ['stsz', 'stz2', 'stco', 'co64'].map((name) => contentAt(stbl, [name]))
  const sizes = sampleSizes({ stsz, stz2 })
  const isAudio = kind === 'soun'
  const isRaw = isAudio && sizes?.size !== undefined
  if (!sizes || sizes.count === 0 || (!isRaw && sizes.count > left)) return 'unusual'
  if (chunkRanges({ stsc, stsz, stz2, stco, co64 }).some(({ to }) => to > fileSize)) return 'unusual'
  const scale = mdhd.getUint32(isWide(mdhd) ? 20 : 12)
  const edit = readEdit(contentAt(trak, ['edts', 'elst']), scale, movieScale)
  if (scale === 0 || !edit) return 'unusual'
  if (isRaw) return rawAudio(stts, sizes, edit, scale)
  const keys = readKeys(contentAt(stbl, ['stss']), sizes.count)
  if (!keys) return 'unusual'
  const times = readTimes(stts, contentAt(stbl, ['ctts']), sizes.count)
  return times ? shownPackets(times, { ...edit, scale, isAudio, keys, bytes: sizes.sum(0, sizes.count) }) : 'unusual'
}

const tablesAt = ['mdia', 'minf', 'stbl']
const referencesAt = ['mdia', 'minf', 'dinf', 'dref']

/** Whether the only entry of a `dref` says that the samples are in this file. */
function isInFile(dref: DataView | undefined): boolean {
  return dref?.getUint32(4) === 1 && (dref.getUint32(16) & 1) === 1
}

/** Key frames that `stss` does not list: partial ones, and groups of samples at which decoding can begin. */
const hasOtherKeys = (stbl: DataView): boolean =>
  readBoxes(stbl).some(({ type, body }) => type === 'stps' || (type === 'sbgp' && /^(rap |sync)$/.test(nameAt(stbl, body + 4))))

const nameAt = (bytes: DataView, at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((step) => bytes.getUint8(at + step)))

interface Edit {
  /** The first moment of the track that is shown, and the one after the last, in the track's own units. */
  from: number
  to: number
  /** The time before that moment, in the same units. */
  delay: number
}

/** An empty edit at most, and one that shows the track from some moment on. */
function readEdit(elst: DataView | undefined, scale: number, movieScale: number): Edit | undefined {
  if (!elst) return { from: 0, to: Number.POSITIVE_INFINITY, delay: 0 }
  const width = isWide(elst) ? 20 : 12
  const edits = Array.from({ length: Math.min(3, elst.getUint32(4)) }, (_, number) => {
    const at = 8 + number * width
    const [duration, from] = isWide(elst)
      ? [Number(elst.getBigUint64(at)), Number(elst.getBigInt64(at + 8))]
      : [elst.getUint32(at), elst.getInt32(at + 4)]
    return { duration, from, rate: elst.getInt32(at + width - 4) }
  })
  const empty = edits[0]?.from === -1 ? edits.shift() : undefined
  const [shown, second] = edits
  if (!shown || second || shown.from < 0 || shown.rate !== 0x10000 || movieScale === 0) return undefined
  // Zero is as long as the track.
  const length = shown.duration === 0 ? Number.POSITIVE_INFINITY : Math.ceil((shown.duration * scale) / movieScale)
  return { from: shown.from, to: shown.from + length, delay: Math.round(((empty?.duration ?? 0) * scale) / movieScale) }
}

/** Where the key frames are; every sample is one without the table. */
function readKeys(stss: DataView | undefined, count: number): number[] | undefined {
  if (!stss) return Array.from({ length: count }, (_, at) => at)
  const keys = Array.from({ length: Math.min(stss.getUint32(4), count) }, (_, at) => stss.getUint32(8 + at * 4) - 1)
  const areInOrder = keys.every((key, at) => key > (keys[at - 1] ?? -1) && key < count)
  return keys.length > 0 && areInOrder ? keys : undefined
}

/** Raw audio has a sample for each moment, and readers make packets of any length of them: here it is one. */
function rawAudio(stts: DataView, sizes: SampleSizes, { from, delay }: Edit, scale: number): TrackPackets | 'unusual' {
  const entries = stts.getUint32(4)
  // Old writers count bytes instead of samples.
  if (from > 0 || sizes.size === 1 || entries !== 1) return 'unusual'
  const duration = stts.getUint32(8) * stts.getUint32(12)
  const bytes = sizes.sum(0, sizes.count)
  return { times: [delay / scale], durations: [duration / scale], keys: [0], hidden: 0, bytes, missingTimes: false }
}

interface SampleTimes {
  /** When each sample is shown, in the track's own units. */
  shown: Float64Array
  durations: Float64Array
}

function readTimes(stts: DataView, ctts: DataView | undefined, count: number): SampleTimes | undefined {
  const times = { shown: new Float64Array(count), durations: new Float64Array(count) }
  let decoded = 0
  const timed = eachEntry(stts, count, (at, delta) => {
    times.shown[at] = decoded
    times.durations[at] = delta
    decoded += delta
  })
  // Some writers store a difference below zero, which readers correct in their own ways.
  if (!timed || times.durations.some((delta) => delta <= 0)) return undefined
  const addOffset = (at: number, offset: number): void => {
    times.shown[at] = (times.shown[at] ?? 0) + offset
  }
  const moved = !ctts || eachEntry(ctts, count, addOffset)
  return moved ? times : undefined
}

/** Calls for each sample of a table of runs (count, signed value); false unless it has exactly so many. */
function eachEntry(table: DataView, count: number, use: (at: number, value: number) => void): boolean {
  const entries = table.getUint32(4)
  let at = 0
  for (let entry = 0; entry < entries; entry += 1) {
    const end = at + table.getUint32(8 + entry * 8)
    const value = table.getInt32(8 + entry * 8 + 4)
    if (end > count) return false
    for (; at < end; at += 1) use(at, value)
  }
  return at === count
}

interface Showing extends Edit {
  scale: number
  isAudio: boolean
  keys: readonly number[]
  bytes: number
}

/** The samples that the edit shows, in seconds. */
function shownPackets(
  { shown, durations }: SampleTimes,
  { from, to, delay, scale, isAudio, keys, bytes }: Showing,
): TrackPackets | 'unusual' {
  let hidden = 0
  if (isAudio) while (hidden < shown.length && (shown[hidden] ?? 0) + (durations[hidden] ?? 0) <= from) hidden += 1
  if (hidden > maxPrimingPackets) return 'unusual'
  for (let at = hidden; at < shown.length; at += 1) {
    const time = shown[at] ?? 0
    if (time >= to || (!isAudio && time < from)) return 'unusual'
  }
  const seconds = (units: number): number => Math.round((units * 1e6) / scale) / 1e6
  return {
    times: Array.from(shown.subarray(hidden), (time) => seconds(time - from + delay)),
    durations: Array.from(durations.subarray(hidden), seconds),
    keys: keys.filter((key) => key >= hidden).map((key) => key - hidden),
    hidden,
    bytes,
    missingTimes: false,
  }
}
