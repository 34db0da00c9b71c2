import type { TrackPackets } from '../probing/packet-log.ts'
import type { ProbedStream } from '../probing/read-probe.ts'
import { readAv1Configuration } from './av1-codec.ts'
import { type Box, contentAt, readBoxes, viewOf } from './mp4-boxes.ts'

/** A track of one of our renditions, read from its `trak`. */
export interface RenditionTrack {
  id: number
  stream: ProbedStream
  timescale: number
  /** Seconds that its edit list adds to the times of its samples. */
  shift: number
  usual: SampleDefaults
  packets: TrackPackets
  /** Duration of every sample in ticks if it is the same for all, else 0. */
  evenTicks: number | undefined
}

/** Defaults of samples. */
export interface SampleDefaults {
  ticks: number
  bytes: number
  flags: number
}

/** Undefined for a track unlike what our muxer writes. */
export function readTrack(
  trak: DataView,
  index: number,
  movieScale: number,
  defaults: ReadonlyMap<number, SampleDefaults>,
): RenditionTrack | undefined {
  const tkhd = contentAt(trak, ['tkhd'])
  const mdhd = contentAt(trak, ['mdia', 'mdhd'])
  const description = contentAt(trak, ['mdia', 'minf', 'stbl', 'stsd'])
  if (!tkhd || !mdhd || !description) return undefined
  const wide = tkhd.getUint8(0) === 1
  const id = tkhd.getUint32(wide ? 20 : 12)
  const usual = defaults.get(id)
  const stream = isUpright(tkhd, wide ? 52 : 40) ? readStream(description, index) : undefined
  const timescale = mdhd.getUint32(mdhd.getUint8(0) === 1 ? 20 : 12)
  const shift = readShift(contentAt(trak, ['edts', 'elst']), timescale, movieScale)
  if (!usual || !stream || timescale === 0 || shift === undefined) return undefined
  const packets: TrackPackets = { times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false }
  return { id, stream, timescale, shift, usual, packets, evenTicks: undefined }
}

const unit = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
const isUpright = (tkhd: DataView, at: number): boolean => unit.every((value, step) => tkhd.getInt32(at + step * 4) === value)

/** Accepts at most one empty edit, then one edit up to the end of the track. */
function readShift(elst: DataView | undefined, timescale: number, movieScale: number): number | undefined {
  if (!elst) return 0
  const wide = elst.getUint8(0) === 1
  const edits = Array.from({ length: Math.min(3, elst.getUint32(4)) }, (_, number) => {
    const at = 8 + number * (wide ? 20 : 12)
    return wide
      ? { length: Number(elst.getBigUint64(at)), from: Number(elst.getBigInt64(at + 8)) }
      : { length: elst.getUint32(at), from: elst.getInt32(at + 4) }
  })
  const pause = edits[0]?.from === -1 ? (edits.shift()?.length ?? 0) / movieScale : 0
  const [edit, ...more] = edits
  return edit && edit.from >= 0 && more.length === 0 ? pause - edit.from / timescale : undefined
}

export function readDefaults(head: DataView): Map<number, SampleDefaults> {
  const mvex = contentAt(head, ['moov', 'mvex'])
  if (!mvex) return new Map()
  return new Map(
    readBoxes(mvex)
      .filter(({ type }) => type === 'trex')
      .map((box) => viewOf(mvex, box.body, box.offset + box.size))
      .map((trex) => [trex.getUint32(4), { ticks: trex.getUint32(12), bytes: trex.getUint32(16), flags: trex.getUint32(20) }]),
  )
}

const unknownFields = {
  ...{ profile: undefined, level: undefined, fieldOrder: undefined, averageRate: undefined, nominalRate: undefined },
  ...{ colourRange: undefined, colourPrimaries: undefined, colourTransfer: undefined, colourMatrix: undefined },
  ...{ sampleAspect: undefined, pixelFormat: undefined, bitrate: undefined, duration: undefined, displayMatrix: undefined },
  ...{ dolbyVision: undefined, width: 0, height: 0, channels: 0, sampleRate: 0 },
  ...{ isDefault: true, isAttachedPicture: false, encrypted: false },
}

function readStream(description: DataView, index: number): ProbedStream | undefined {
  const entry = readBoxes(description, 8)[0]
  if (description.getUint32(4) !== 1 || !entry) return undefined
  const end = entry.offset + entry.size
  if (entry.type === 'mp4a') {
    // The muxer always writes two channels here.
    const channels = description.getUint16(entry.body + 16)
    const sampleRate = description.getUint16(entry.body + 24)
    return { ...unknownFields, index, type: 'audio', codec: 'aac', channels, sampleRate }
  }
  const codec = readVideoCodec(description, entry)
  if (!codec) return undefined
  const pasp = contentAt(description, ['pasp'], entry.body + 78, end)
  const sampleAspect = pasp ? `${pasp.getUint32(0)}:${pasp.getUint32(4)}` : undefined
  const size = { width: description.getUint16(entry.body + 24), height: description.getUint16(entry.body + 26) }
  return { ...unknownFields, ...size, ...codec, index, type: 'video', sampleAspect }
}

/** H.264 in 8 bit, or AV1 in 8 or 10 bit, both in 4:2:0. */
function readVideoCodec(description: DataView, entry: Box): Pick<ProbedStream, 'codec' | 'pixelFormat'> | undefined {
  const end = entry.offset + entry.size
  if (entry.type === 'avc1') {
    const avcC = contentAt(description, ['avcC'], entry.body + 78, end)
    return avcC && isPlainVideo(avcC) ? { codec: 'h264', pixelFormat: 'yuv420p' } : undefined
  }
  const av1C = entry.type === 'av01' ? contentAt(description, ['av1C'], entry.body + 78, end) : undefined
  const configuration = av1C && readAv1Configuration(av1C)
  if (configuration?.profile !== 0 || configuration.isMonochrome) return undefined
  return { codec: 'av1', pixelFormat: configuration.bitDepth === 8 ? 'yuv420p' : 'yuv420p10le' }
}

/** Eight bits and 4:2:0: implied by profiles up to Main; High states it at the end of its record. */
function isPlainVideo(avcC: DataView): boolean {
  const profile = avcC.getUint8(1)
  if (profile === 66 || profile === 77) return true
  if (profile !== 100) return false
  let at = 5
  for (const mask of [0x1f, 0xff]) {
    const sets = avcC.getUint8(at) & mask
    if (sets === 0) return false
    at += 1
    for (let set = 0; set < sets; set += 1) at += 2 + avcC.getUint16(at)
  }
  return (avcC.getUint8(at) & 0x3) === 1 && (avcC.getUint8(at + 1) & 0x7) === 0 && (avcC.getUint8(at + 2) & 0x7) === 0
}
