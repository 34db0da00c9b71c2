import type { TrackPackets } from '../probing/packet-log.ts'
import type { Probed } from '../probing/read-probe.ts'
import { contentAt, readBoxes, viewOf } from './mp4-boxes.ts'
import { type RenditionTrack, readDefaults, readTrack, type SampleDefaults } from './rendition-track.ts'

/** A rendition as read from its boxes, in the shape of a probe. */
export interface RenditionBoxes {
  probed: Probed
  tracks: ReadonlyMap<number, TrackPackets>
}

/** The offset of a fragment, and the end of its data. */
export interface FragmentPlace {
  offset: number
  dataEnd: number
}

/** Reads our own fragmented files. Returns undefined for anything unlike what our muxer writes; ffprobe is used then. */
export class RenditionReader {
  private readonly tracks: readonly RenditionTrack[]
  private readonly declared: number
  private readonly brand: string

  private constructor(tracks: readonly RenditionTrack[], declared: number, brand: string) {
    this.tracks = tracks
    this.declared = declared
    this.brand = brand
  }

  /** `head` is the file up to its first fragment. */
  static open(head: DataView): RenditionReader | undefined {
    const boxes = readBoxes(head)
    const moov = boxes.find(({ type }) => type === 'moov')
    const brand = contentAt(head, ['ftyp'])
    if (!moov || !brand) return undefined
    const inside = readBoxes(head, moov.body, moov.offset + moov.size)
    const mvhd = contentAt(head, ['moov', 'mvhd'])
    if (!mvhd) return undefined
    const movieScale = mvhd.getUint32(mvhd.getUint8(0) === 1 ? 20 : 12)
    const defaults = readDefaults(head)
    const tracks = inside
      .filter(({ type }) => type === 'trak')
      .map((trak, index) => readTrack(viewOf(head, trak.body, trak.offset + trak.size), index, movieScale, defaults))
    const known = tracks.filter((track) => track !== undefined)
    if (known.length === 0 || known.length < tracks.length) return undefined
    const declared = boxes
      .filter(({ type }) => type === 'sidx')
      .map((sidx) => indexedSeconds(viewOf(head, sidx.body, sidx.offset + sidx.size)))
    return new RenditionReader(known, Math.max(0, ...declared), textAt(brand, 0))
  }

  /** Adds the samples of a fragment (the content of a `moof`); false if it is not from our muxer or its data is missing. */
  add(moof: DataView, place: FragmentPlace): boolean {
    return readBoxes(moof)
      .filter(({ type }) => type === 'traf')
      .every((traf) => this.addRun(viewOf(moof, traf.body, traf.offset + traf.size), place))
  }

  read(): RenditionBoxes {
    const streams = this.tracks.map(({ stream, evenTicks, timescale }) => ({
      ...stream,
      averageRate: evenTicks ? `${timescale}/${evenTicks}` : undefined,
    }))
    const start = Math.min(...this.tracks.map(({ packets }) => packets.times.reduce((min, time) => Math.min(min, time), 0)))
    return {
      probed: { format: 'mov,mp4', brand: this.brand, start, duration: this.declared, streams },
      tracks: new Map(this.tracks.map(({ stream, packets }) => [stream.index, packets])),
    }
  }

  private addRun(traf: DataView, place: FragmentPlace): boolean {
    const tfhd = contentAt(traf, ['tfhd'])
    const tfdt = contentAt(traf, ['tfdt'])
    const track = tfhd && this.tracks.find(({ id }) => id === tfhd.getUint32(4))
    if (!tfhd || !tfdt || !track) return false
    const given = flagsOf(tfhd)
    // Data offsets must be relative to the fragment.
    if (given & 0x1 || !(given & 0x20000)) return false
    let at = 8 + (given & 0x2 ? 4 : 0)
    const next = (flag: number, otherwise: number): number => {
      if (!(given & flag)) return otherwise
      at += 4
      return tfhd.getUint32(at - 4)
    }
    const { ticks, bytes, flags } = track.usual
    const defaults = { ticks: next(0x8, ticks), bytes: next(0x10, bytes), flags: next(0x20, flags) }
    let time = tfdt.getUint8(0) === 1 ? Number(tfdt.getBigUint64(4)) : tfdt.getUint32(4)
    for (const box of readBoxes(traf).filter(({ type }) => type === 'trun')) {
      const end = addSamples(track, viewOf(traf, box.body, box.offset + box.size), defaults, time, place)
      if (end === undefined) return false
      time = end
    }
    return true
  }
}

/** Adds the samples of a `trun` and returns when they end; undefined if they exceed the data. */
function addSamples(track: RenditionTrack, trun: DataView, usual: SampleDefaults, from: number, place: FragmentPlace): number | undefined {
  const given = flagsOf(trun)
  const signed = trun.getUint8(0) === 1
  const count = trun.getUint32(4)
  if (!(given & 0x1)) return undefined
  let data = place.offset + trun.getInt32(8)
  let at = 12
  const first = given & 0x4 ? trun.getUint32(at) : undefined
  if (first !== undefined) at += 4
  const next = (flag: number, otherwise: number): number => {
    if (!(given & flag)) return otherwise
    at += 4
    return flag === 0x800 && signed ? trun.getInt32(at - 4) : trun.getUint32(at - 4)
  }
  const { packets, timescale, shift } = track
  let time = from
  for (let sample = 0; sample < count; sample += 1) {
    const ticks = next(0x100, usual.ticks)
    const bytes = next(0x200, usual.bytes)
    const flags = next(0x400, sample === 0 && first !== undefined ? first : usual.flags)
    const offset = next(0x800, 0)
    if (bytes === 0) return undefined
    if (!(flags & 0x10000)) packets.keys.push(packets.times.length)
    packets.times.push((time + offset) / timescale + shift)
    packets.durations.push(ticks / timescale)
    packets.bytes += bytes
    track.evenTicks = track.evenTicks === undefined || track.evenTicks === ticks ? ticks : 0
    data += bytes
    time += ticks
  }
  return data <= place.dataEnd ? time : undefined
}

function indexedSeconds(sidx: DataView): number {
  const wide = sidx.getUint8(0) === 1
  const counted = wide ? 30 : 22
  let ticks = 0
  for (let entry = 0; entry < sidx.getUint16(counted); entry += 1) ticks += sidx.getUint32(counted + 2 + entry * 12 + 4)
  return ticks / sidx.getUint32(8)
}

const flagsOf = (box: DataView): number => box.getUint32(0) & 0xffffff
const textAt = (bytes: DataView, at: number): string => String.fromCharCode(...[0, 1, 2, 3].map((step) => bytes.getUint8(at + step))).trim()
