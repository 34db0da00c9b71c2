import { type Box, contentAt, readBoxes, viewOf, viewOfBytes } from './mp4-boxes.ts'
import { boxHeader, boxStart, bytesOf, joinBytes, makeBox } from './write-boxes.ts'

/** The place of a track in the files that ffmpeg writes for us: the video comes first. */
export type TrackPlace = 'first' | 'last'

/** The number of the only track. */
export const onlyTrackId = 1

/** The head of a file up to its first fragment, with only one of its tracks: the same bytes, whichever tracks were beside it. */
export function headOfTrack(head: DataView, place: TrackPlace): Uint8Array {
  const boxes = readBoxes(head).flatMap((box) => {
    if (box.type === 'sidx') return []
    if (box.type !== 'moov') return [boxBytes(head, box)]
    const children = onlyOne(childrenOf(head, box), 'trak', place).map((child) => {
      if (child.type !== 'mvex') return boxBytes(head, child)
      return makeBox('mvex', ...onlyOne(childrenOf(head, child), 'trex', place).map((one) => boxBytes(head, one)))
    })
    return [renumber(makeBox('moov', ...children))]
  })
  return joinBytes(boxes)
}

/** Sets the number of the only track, in place. */
function renumber(moov: Uint8Array): Uint8Array {
  const view = viewOfBytes(moov)
  const isWide = (box: DataView): boolean => box.getUint8(0) === 1
  const mvhd = contentAt(view, ['moov', 'mvhd'])
  const tkhd = contentAt(view, ['moov', 'trak', 'tkhd'])
  mvhd?.setUint32(mvhd.byteLength - 4, onlyTrackId + 1)
  tkhd?.setUint32(isWide(tkhd) ? 20 : 12, onlyTrackId)
  contentAt(view, ['moov', 'mvex', 'trex'])?.setUint32(4, onlyTrackId)
  return moov
}

/** The video of a fragment: what comes before its data, and where these are in the fragment. */
export interface FragmentVideo {
  /** A `moof` with only the video, and the header of its `mdat`. */
  lead: Uint8Array
  from: number
  to: number
}

/** Reads the `moof` of a fragment of this many bytes; the rest of the fragment may be missing. The data of its tracks are consecutive. */
export function readVideo(fragment: DataView, bytes: number): FragmentVideo {
  const [moof] = readBoxes(fragment)
  const children = moof ? childrenOf(fragment, moof) : []
  const [from, to = bytes] = children.filter(({ type }) => type === 'traf').map((traf) => dataOffset(fragment, traf))
  if (from === undefined || from > to || to > bytes) throw new Error('A fragment has an unexpected structure.')
  const own = makeBox('moof', ...onlyOne(children, 'traf', 'first').map((box) => boxBytes(fragment, box)))
  contentAt(viewOfBytes(own), ['moof', 'traf', 'trun'])?.setInt32(runOffset, own.length + boxHeader)
  return { lead: joinBytes([own, boxStart('mdat', to - from)]), from, to }
}

/** A fragment, `moof` and `mdat`, with only its video. */
export function videoOfFragment(fragment: DataView): Uint8Array {
  const { lead, from, to } = readVideo(fragment, fragment.byteLength)
  return joinBytes([lead, bytesOf(viewOf(fragment, from, to))])
}

/** The offset of a track's data in the fragment. */
function dataOffset(fragment: DataView, traf: Box): number | undefined {
  const trun = contentAt(fragment, ['trun'], traf.body, traf.offset + traf.size)
  return trun && trun.getUint32(0) & 0x1 ? trun.getInt32(runOffset) : undefined
}

/** The position of the data offset in a `trun`, after flags and sample count. */
const runOffset = 8

const childrenOf = (bytes: DataView, { body, offset, size }: Box): Box[] => readBoxes(bytes, body, offset + size)

/** All boxes but the others of this type. */
function onlyOne(boxes: readonly Box[], type: string, place: TrackPlace): Box[] {
  const ofType = boxes.filter((box) => box.type === type)
  const chosen = place === 'first' ? ofType[0] : ofType.at(-1)
  return boxes.filter((box) => box.type !== type || box === chosen)
}

const boxBytes = (view: DataView, { offset, size }: Box): Uint8Array => bytesOf(viewOf(view, offset, offset + size))
