import { type Box, contentAt, readBoxes, viewOf, viewOfBytes } from './mp4-boxes.ts'

/** The head of a file up to its first fragment, with only its first track, which is the video. */
export function stripAudioFromHead(head: DataView): Uint8Array {
  const boxes = readBoxes(head).map((box) => {
    if (box.type !== 'moov') return boxBytes(head, box)
    const children = onlyFirst(childrenOf(head, box), 'trak').map((child) => {
      if (child.type !== 'mvex') return boxBytes(head, child)
      return makeBox('mvex', ...onlyFirst(childrenOf(head, child), 'trex').map((one) => boxBytes(head, one)))
    })
    return makeBox('moov', ...children)
  })
  return join(boxes)
}

/** A fragment, `moof` and `mdat`, with only its video. The data of its tracks are consecutive. */
export function stripAudioFromFragment(fragment: DataView): Uint8Array {
  const [moof] = readBoxes(fragment)
  const children = moof ? childrenOf(fragment, moof) : []
  const [video, next] = children.filter(({ type }) => type === 'traf').map((traf) => dataOffset(fragment, traf))
  if (video === undefined) throw new Error('A fragment has an unexpected structure.')
  const own = makeBox('moof', ...onlyFirst(children, 'traf').map((box) => boxBytes(fragment, box)))
  contentAt(viewOfBytes(own), ['moof', 'traf', 'trun'])?.setInt32(runOffset, own.length + boxHeader)
  return join([own, makeBox('mdat', bytesOf(viewOf(fragment, video, next ?? fragment.byteLength)))])
}

/** The offset of a track's data in the fragment. */
function dataOffset(fragment: DataView, traf: Box): number | undefined {
  const trun = contentAt(fragment, ['trun'], traf.body, traf.offset + traf.size)
  return trun && trun.getUint32(0) & 0x1 ? trun.getInt32(runOffset) : undefined
}

const boxHeader = 8
/** The position of the data offset in a `trun`, after flags and sample count. */
const runOffset = 8

const childrenOf = (bytes: DataView, { body, offset, size }: Box): Box[] => readBoxes(bytes, body, offset + size)

/** All boxes but those of this type after the first. */
function onlyFirst(boxes: readonly Box[], type: string): Box[] {
  const first = boxes.find((box) => box.type === type)
  return boxes.filter((box) => box.type !== type || box === first)
}

function makeBox(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const header = new DataView(new ArrayBuffer(boxHeader))
  header.setUint32(
    0,
    content.reduce((sum, { length }) => sum + length, boxHeader),
  )
  for (const [at, letter] of [...type].entries()) header.setUint8(4 + at, letter.charCodeAt(0))
  return join([bytesOf(header), ...content])
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const bytesOf = (view: DataView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
const boxBytes = (view: DataView, { offset, size }: Box): Uint8Array => bytesOf(viewOf(view, offset, offset + size))
