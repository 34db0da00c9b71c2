import { viewOfBytes } from '../mp4/mp4-boxes.ts'
import type { ReadAt } from '../mp4/patch.ts'
import type { TrackPackets } from '../probing/packet-log.ts'
import { elementsIn, maxElementHeader, readElement, textOf, unsignedOf } from './elements.ts'

// RFC 9559.
export const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackType: 0x83,
  codec: 0x86,
  defaultDuration: 0x23e383,
  codecDelay: 0x56aa,
  trackScale: 0x23314f,
  contentEncodings: 0x6d80,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cuePositions: 0xb7,
  cueTrack: 0xf7,
  cueCluster: 0xf1,
  cluster: 0x1f43b675,
  clusterTime: 0xe7,
  simpleBlock: 0xa3,
  blockGroup: 0xa0,
  block: 0xa1,
  blockDuration: 0x9b,
  referenceBlock: 0xfb,
} as const

/** Of these ffmpeg makes one packet of each block, at the time of the block. Others it reads further, or gives other times. */
const plainCodecs =
  /^(V_MPEG4\/ISO\/AVC|V_MPEGH\/ISO\/HEVC|V_VP8|V_VP9|V_AV1|A_AAC|A_OPUS|A_VORBIS|A_PCM\/.*|S_TEXT\/(UTF8|ASCII|ASS|SSA)|S_HDMV\/PGS|S_VOBSUB)$/
const trackTypes: Partial<Record<number, Track['type']>> = { 1: 'V', 2: 'A', 17: 'S' }

/** Large enough that reading costs little more than copying memory. */
const windowBytes = 1 << 20
/** What describes the tracks, with the private data of their codecs. */
export const maxHeadBytes = 16 << 20
/** The start of a block: the number of its track, its time, its flags. */
const blockStartBytes = maxElementHeader + 12
const maxGroupBytes = 64 << 20
export const maxPackets = 6_000_000
/** Nanoseconds in the unit of a file. */
const usualUnit = 1_000_000
const maxUnit = 1_000_000_000
/** Elements in one window. Packets are larger than that, but a crafted file may have nothing but empty elements. */
const maxInWindow = 20_000
const maxElements = 12_000_000
/** Seconds. Longer packets of audio may be shorter at the end than the file says. */
const maxGuessed = 0.05
/** A file in which so many of the frames are called key frames may be wrong about it. */
const maxKeyShare = 1 / 3

export interface Track extends TrackPackets {
  type: 'V' | 'A' | 'S'
  /** Nanoseconds. */
  defaultDuration: number
  delay: number
}

/** What is known of a file while it is walked through. */
export interface Walk {
  /** Nanoseconds. */
  unit?: number
  tracks?: Map<number, Track>
  /** Of the cluster that is walked through, in units of the file. */
  clusterTime?: number | undefined
  packets: number
}

/** Takes the element at this place into account, and returns the place of the next one. Undefined for anything unusual. */
export async function step(window: Window, at: number, walk: Walk): Promise<number | undefined> {
  const element = await window.elementAt(at)
  // A file that ends early, or in which something else follows.
  if (!element || (element.end !== undefined && element.end > window.size)) return undefined
  const { id, body, end } = element
  if (at === 0 && id !== ids.header) return undefined
  if (id === ids.segment || id === ids.cluster) {
    if (id === ids.cluster) walk.clusterTime = undefined
    return body
  }
  if (end === undefined) return undefined
  const content = (limit: number) => (end - body > limit ? undefined : window.view(body, end - body))
  if (id === ids.info) {
    const view = await content(maxHeadBytes)
    const fields = view && walk.unit === undefined ? elementsIn(view) : undefined
    const scale = fields?.find((each) => each.id === ids.timestampScale)
    walk.unit = scale ? unsignedOf(scale.content) : usualUnit
    if (!fields || !(walk.unit >= 1 && walk.unit <= maxUnit)) return undefined
  } else if (id === ids.tracks) {
    const view = await content(maxHeadBytes)
    const tracks = view && !walk.tracks ? readTracks(view) : undefined
    if (!tracks) return undefined
    walk.tracks = tracks
  } else if (id === ids.clusterTime) {
    const view = await content(8)
    walk.clusterTime = view && unsignedOf(view)
  } else if (id === ids.simpleBlock || id === ids.blockGroup) {
    walk.packets += 1
    const block = id === ids.simpleBlock ? await simpleBlock(window, body, end) : await groupedBlock(window, body, end)
    const { tracks, unit, clusterTime } = walk
    if (!block || !tracks || !unit || clusterTime === undefined || walk.packets > maxPackets) return undefined
    const track = tracks.get(block.track)
    if (track && !addBlock(track, block, clusterTime, unit)) return undefined
  }
  return end
}

/** Reads the file from its start to its end, a large part at a time. */
export function openWindow(size: number, readAt: ReadAt, limit = maxElements) {
  let from = 0
  let held: DataView = new DataView(new ArrayBuffer(0))
  let inWindow = 0
  let elements = 0
  const view = async (at: number, length: number): Promise<DataView> => {
    if (at < from || at + length > from + held.byteLength) {
      held = viewOfBytes(await readAt(at, Math.min(size - at, Math.max(windowBytes, length))))
      from = at
      inWindow = 0
    }
    const start = at - from
    return new DataView(held.buffer, held.byteOffset + start, Math.max(0, Math.min(length, held.byteLength - start)))
  }
  return {
    size,
    view,
    /** Undefined where there is none, or where there are too many. */
    elementAt: async (at: number) => {
      const start = await view(at, Math.min(maxElementHeader, size - at))
      inWindow += 1
      elements += 1
      return inWindow > maxInWindow || elements > limit ? undefined : readElement(start, 0, at)
    },
  }
}

export type Window = ReturnType<typeof openWindow>

function readTracks(view: DataView): Map<number, Track> | undefined {
  const tracks = new Map<number, Track>()
  for (const { id, content } of elementsIn(view) ?? []) {
    if (id !== ids.trackEntry) continue
    const fields = new Map(elementsIn(content)?.map((field) => [field.id, field.content]))
    const numberOf = (field: number, otherwise = 0): number => {
      const found = fields.get(field)
      return found ? unsignedOf(found) : otherwise
    }
    const codecField = fields.get(ids.codec)
    const codec = (codecField && textOf(codecField)) ?? ''
    const type = trackTypes[numberOf(ids.trackType)]
    if (!plainCodecs.test(codec) || !type || type !== codec[0] || fields.has(ids.contentEncodings) || fields.has(ids.trackScale))
      return undefined
    const number = numberOf(ids.trackNumber)
    if (tracks.has(number)) return undefined
    tracks.set(number, {
      ...{ type, times: [], durations: [], keys: [], hidden: 0, bytes: 0, missingTimes: false },
      defaultDuration: numberOf(ids.defaultDuration),
      delay: numberOf(ids.codecDelay),
    })
  }
  return tracks.size > 0 ? tracks : undefined
}

interface Block {
  track: number
  /** From the time of the cluster, in units of the file. */
  time: number
  isKey: boolean
  /** Bytes of the packet. */
  bytes: number
  duration: number | undefined
}

const simpleBlock = async (window: Window, body: number, end: number): Promise<Block | undefined> =>
  readBlock(await window.view(body, Math.min(blockStartBytes, end - body)), end - body)

async function groupedBlock(window: Window, body: number, end: number): Promise<Block | undefined> {
  if (end - body > maxGroupBytes) return undefined
  let block: Block | undefined
  let isReferring = false
  let duration: number | undefined
  for (let at = body; at < end; ) {
    const element = await window.elementAt(at)
    if (element?.end === undefined || element.end > end) return undefined
    const bytes = element.end - element.body
    if (element.id === ids.block) block = readBlock(await window.view(element.body, Math.min(blockStartBytes, bytes)), bytes)
    if (element.id === ids.blockDuration && bytes <= 8) duration = unsignedOf(await window.view(element.body, bytes))
    isReferring ||= element.id === ids.referenceBlock
    at = element.end
  }
  return block && { ...block, isKey: !isReferring, duration }
}

const keyFlag = 0x80
const lacing = 0x06

/** Undefined for a block with several packets. */
function readBlock(start: DataView, size: number): Block | undefined {
  const numberBytes = start.byteLength > 0 ? Math.clz32(start.getUint8(0)) - 23 : 9
  if (numberBytes > 4 || start.byteLength < numberBytes + 3) return undefined
  let track = start.getUint8(0) & (0xff >> numberBytes)
  for (let at = 1; at < numberBytes; at += 1) track = track * 256 + start.getUint8(at)
  const flags = start.getUint8(numberBytes + 2)
  if (flags & lacing) return undefined
  return { track, time: start.getInt16(numberBytes), isKey: (flags & keyFlag) !== 0, bytes: size - numberBytes - 3, duration: undefined }
}

/** False for a packet without a usable time. */
function addBlock(track: Track, { time, isKey, bytes, duration }: Block, clusterTime: number, unit: number): boolean {
  const secondsOf = (units: number): number => (units * unit) / 1e9
  if (isKey) track.keys.push(track.times.length)
  const shown = secondsOf(clusterTime + time - Math.round(track.delay / unit))
  track.times.push(shown)
  track.durations.push(secondsOf(duration || Math.floor(track.defaultDuration / unit)))
  track.bytes += bytes
  return clusterTime + time >= 0 && Number.isFinite(shown)
}

/** Whether ffprobe would come to the same: the end of audio, and which frames are key frames, it takes from the packets themselves. */
export function isPlausible({ type, times, durations, keys }: Track): boolean {
  if (type === 'V') return times.length < 30 || keys.length < times.length * maxKeyShare
  return type === 'S' || lastDuration(times, durations) <= maxGuessed
}

/** Audio without a duration lasts as long as the packet before. */
function lastDuration(times: readonly number[], durations: readonly number[]): number {
  const last = times.length - 1
  return durations[last] || Math.max(0, (times[last] ?? 0) - (times[last - 1] ?? times[last] ?? 0))
}

export function packetsOf({ times, durations, keys, hidden, bytes, missingTimes, type }: Track): TrackPackets {
  const last = durations.length - 1
  if (type === 'A' && last >= 0) durations[last] = lastDuration(times, durations)
  return { times, durations, keys, hidden, bytes, missingTimes }
}
