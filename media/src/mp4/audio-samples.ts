import { contentAt, readBoxes, viewOf } from './mp4-boxes.ts'
import { onlyTrackId } from './single-track.ts'
import { boxHeader, bytesOf, joinBytes, makeBox, makeFullBox } from './write-boxes.ts'

/** One frame of coded audio. */
export interface AudioSample {
  bytes: Uint8Array
  /** In ticks of its track. */
  duration: number
}

export interface AudioTrack {
  id: number
  /** Ticks per second. */
  timescale: number
  /** The duration of a sample that says nothing else. */
  defaultDuration: number
}

/** The audio track of a file, which is its last one; `head` is the file up to its first fragment. */
export function readAudioTrack(head: DataView): AudioTrack | undefined {
  const moov = contentAt(head, ['moov'])
  const trak = moov && readBoxes(moov).findLast(({ type }) => type === 'trak')
  if (!moov || !trak) return undefined
  const inTrak = (path: string[]) => contentAt(moov, path, trak.body, trak.offset + trak.size)
  const [tkhd, mdhd, description] = [inTrak(['tkhd']), inTrak(['mdia', 'mdhd']), inTrak(['mdia', 'minf', 'stbl', 'stsd'])]
  if (!tkhd || !mdhd || !description || readBoxes(description, 8)[0]?.type !== 'mp4a') return undefined
  const isWide = (box: DataView): boolean => box.getUint8(0) === 1
  const id = tkhd.getUint32(isWide(tkhd) ? 20 : 12)
  return { id, timescale: mdhd.getUint32(isWide(mdhd) ? 20 : 12), defaultDuration: defaultDurationOf(moov, id) }
}

function defaultDurationOf(moov: DataView, id: number): number {
  const mvex = contentAt(moov, ['mvex'])
  if (!mvex) return 0
  const defaults = readBoxes(mvex)
    .filter(({ type }) => type === 'trex')
    .map(({ body, offset, size }) => viewOf(mvex, body, offset + size))
  return defaults.find((trex) => trex.getUint32(4) === id)?.getUint32(12) ?? 0
}

/** The audio of a fragment, `moof` and `mdat`. */
export function readAudioSamples(fragment: DataView, track: AudioTrack): AudioSample[] {
  const [moof] = readBoxes(fragment)
  if (!moof) return []
  const trafs = readBoxes(fragment, moof.body, moof.offset + moof.size).filter(({ type }) => type === 'traf')
  for (const traf of trafs) {
    const end = traf.offset + traf.size
    const tfhd = contentAt(fragment, ['tfhd'], traf.body, end)
    if (!tfhd || tfhd.getUint32(4) !== track.id) continue
    const defaults = readDefaults(tfhd, track)
    return readBoxes(fragment, traf.body, end)
      .filter(({ type }) => type === 'trun')
      .flatMap((run) => readRun(fragment, viewOf(fragment, run.body, run.offset + run.size), defaults))
  }
  return []
}

interface SampleDefaults {
  duration: number
  size: number
}

/** Optional fields of `tfhd`, in their order, each present if its flag is set. */
function readDefaults(tfhd: DataView, track: AudioTrack): SampleDefaults {
  const flags = tfhd.getUint32(0) & 0xffffff
  let at = 8 + (flags & 0x1 ? 8 : 0) + (flags & 0x2 ? 4 : 0)
  const duration = flags & 0x8 ? tfhd.getUint32(at) : track.defaultDuration
  at += flags & 0x8 ? 4 : 0
  return { duration, size: flags & 0x10 ? tfhd.getUint32(at) : 0 }
}

function readRun(fragment: DataView, trun: DataView, defaults: SampleDefaults): AudioSample[] {
  const flags = trun.getUint32(0) & 0xffffff
  const count = trun.getUint32(4)
  let data = flags & 0x1 ? trun.getInt32(8) : 0
  let at = 8 + (flags & 0x1 ? 4 : 0) + (flags & 0x4 ? 4 : 0)
  const next = (flag: number, otherwise: number): number => {
    if (!(flags & flag)) return otherwise
    at += 4
    return trun.getUint32(at - 4)
  }
  return Array.from({ length: count }, () => {
    const duration = next(0x100, defaults.duration)
    const size = next(0x200, defaults.size)
    next(0x400, 0)
    next(0x800, 0)
    const bytes = bytesOf(viewOf(fragment, data, data + size))
    data += size
    return { bytes, duration }
  })
}

/** Every sample of audio can be decoded by itself. */
const independentSample = 0x02000000

/** A fragment with these samples; `time` is the decode time of the first. */
export function writeAudioFragment(number: number, time: number, samples: readonly AudioSample[]): Uint8Array {
  const sizes = samples.flatMap(({ bytes, duration }) => [duration, bytes.length])
  const moof = (dataAt: number): Uint8Array =>
    makeBox(
      'moof',
      makeFullBox('mfhd', 0, 0, [number + 1]),
      makeBox(
        'traf',
        makeFullBox('tfhd', 0, 0x20020, [onlyTrackId, independentSample]),
        makeFullBox('tfdt', 1, 0, [Math.floor(time / 2 ** 32), time % 2 ** 32]),
        makeFullBox('trun', 0, 0x301, [samples.length, dataAt, ...sizes]),
      ),
    )
  return joinBytes([moof(moof(0).length + boxHeader), makeBox('mdat', ...samples.map(({ bytes }) => bytes))])
}
