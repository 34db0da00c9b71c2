import { contentAt, readBoxes, viewOf } from './mp4-boxes.ts'

/** The video track of a file, read from its head. */
export interface PictureTrack {
  /** Ticks per second. */
  timescale: number
  /** The decoder configuration. Checkpoints can only be joined if it is the same in all of them. */
  record: Uint8Array
  /** Ticks by which decode times run ahead of presentation times. */
  ahead: number
}

export interface Fragment {
  frames: number
  /** Presentation time of its first frame in ticks, including that lead. */
  shown: number
  /** The same of the frame that is shown last. */
  lastShown: number
  /** The sum of its frames' durations in ticks. */
  ticks: number
}

/** `head` is the file up to its first fragment. Undefined if it differs from what our muxer writes. */
export function readPictureTrack(head: DataView): PictureTrack | undefined {
  const trak = contentAt(head, ['moov', 'trak'])
  const mdhd = trak && contentAt(trak, ['mdia', 'mdhd'])
  const description = trak && contentAt(trak, ['mdia', 'minf', 'stbl', 'stsd'])
  const entry = description && readBoxes(description, 8)[0]
  const inEntry = (box: string) => entry && contentAt(description, [box], entry.body + 78, entry.offset + entry.size)
  const record = inEntry('avcC') ?? inEntry('av1C')
  if (!trak || !mdhd || !record) return undefined
  const timescale = mdhd.getUint32(mdhd.getUint8(0) === 1 ? 20 : 12)
  const ahead = leadOf(contentAt(trak, ['edts', 'elst']))
  if (timescale === 0 || ahead === undefined) return undefined
  return { timescale, record: new Uint8Array(record.buffer, record.byteOffset, record.byteLength), ahead }
}

function leadOf(elst: DataView | undefined): number | undefined {
  if (!elst) return 0
  const wide = elst.getUint8(0) === 1
  const from = wide ? Number(elst.getBigInt64(16)) : elst.getInt32(12)
  return elst.getUint32(4) === 1 && from >= 0 ? from : undefined
}

/** Reads the content of a `moof` with one run of frames. */
export function readFragment(moof: DataView): Fragment | undefined {
  const traf = contentAt(moof, ['traf'])
  const tfdt = traf && contentAt(traf, ['tfdt'])
  const trun = traf && contentAt(traf, ['trun'])
  if (!tfdt || !trun || tfdt.getUint8(0) !== 1) return undefined
  const decoded = Number(tfdt.getBigUint64(4))
  const run = readRun(trun, defaultDurationOf(traf))
  return run && { frames: run.frames, shown: decoded + run.first, lastShown: decoded + run.last, ticks: run.ticks }
}

function defaultDurationOf(traf: DataView): number {
  const tfhd = contentAt(traf, ['tfhd'])
  const given = tfhd ? tfhd.getUint32(0) & 0xffffff : 0
  // Optional fields before the default duration: the offset of the data, and a sample description.
  return tfhd && given & 0x8 ? tfhd.getUint32(8 + (given & 0x1 ? 8 : 0) + (given & 0x2 ? 4 : 0)) : 0
}

/** The frames of a run: how long they last, and when the first and the last one are shown after the run begins. Undefined without frames. */
function readRun(trun: DataView, defaultDuration: number): { frames: number; ticks: number; first: number; last: number } | undefined {
  const given = trun.getUint32(0) & 0xffffff
  const frames = trun.getUint32(4)
  const bytesOf = (flags: readonly number[]): number => flags.filter((flag) => given & flag).length * 4
  // Optional fields of the run, then of each of its frames: duration, size, flags, composition offset.
  const start = 8 + bytesOf([0x1, 0x4])
  const [each, offsetAt] = [bytesOf([0x100, 0x200, 0x400, 0x800]), bytesOf([0x100, 0x200, 0x400])]
  let [ticks, first, last] = [0, 0, 0]
  for (let frame = 0, at = start; frame < frames; frame += 1, at += each) {
    const shown = ticks + (given & 0x800 ? trun.getInt32(at + offsetAt) : 0)
    if (frame === 0) first = shown
    last = Math.max(last, shown)
    ticks += given & 0x100 ? trun.getUint32(at) : defaultDuration
  }
  return frames > 0 ? { frames, ticks, first, last } : undefined
}

/** Shifts the time of a fragment, in place. */
export function moveFragment(moof: DataView, ticks: number): void {
  const traf = contentAt(moof, ['traf'])
  const tfdt = traf && contentAt(traf, ['tfdt'])
  if (tfdt) tfdt.setBigUint64(4, tfdt.getBigUint64(4) + BigInt(ticks))
}

/** The fragments of a file in memory: the offset of each, and the content of its `moof`. */
export function fragmentsIn(bytes: DataView): { offset: number; moof: DataView }[] {
  return readBoxes(bytes)
    .filter(({ type }) => type === 'moof')
    .map(({ offset, body, size }) => ({ offset, moof: viewOf(bytes, body, offset + size) }))
}
