/** A stream as the head of an AVI file describes it. */
export interface AviStream {
  /** Seconds of one of the units in which it counts: a frame, or a block of audio. */
  unitSeconds: number
  /** How many units a chunk of so many bytes is. */
  unitsIn(bytes: number): number
  /** Chunks, where the head says so. */
  frames: number | undefined
  /** The lists of its chunks, in a file that has more than one. */
  sections: { offset: number; bytes: number }[]
}

const maxStreams = 16
const headBytes = 48
/** PCM, MP3, AC-3. Of others the packets are not what the chunks are. */
const plainAudio = new Set([0x1, 0x55, 0x2000])
const maxUnitSeconds = 10

/** The streams in the head of a file; undefined for anything unusual. */
export function readStreams(head: DataView): AviStream[] | undefined {
  const lists = chunksIn(head)?.filter(({ id, content }) => id === 'LIST' && nameAt(content, 0) === 'strl') ?? []
  const streams = lists.map(({ content }) => readStream(sliceOf(content, 4)))
  if (streams.length === 0 || streams.length > maxStreams) return undefined
  return streams.every((stream) => stream !== undefined) ? streams : undefined
}

function readStream(list: DataView): AviStream | undefined {
  const parts = new Map(chunksIn(list)?.map(({ id, content }) => [id, content]))
  const [header, format, index] = [parts.get('strh'), parts.get('strf'), parts.get('indx')]
  if (!header || header.byteLength < headBytes || !format) return undefined
  const numberAt = (at: number): number => header.getUint32(at, true)
  const [type, scale, rate, start, sampleSize] = [nameAt(header, 0), numberAt(20), numberAt(24), numberAt(28), numberAt(44)]
  const sections = index ? readSections(index) : []
  if (!(scale > 0 && rate > 0 && scale / rate <= maxUnitSeconds) || start !== 0 || !sections) return undefined
  const unitSeconds = scale / rate
  if (type === 'vids') return sampleSize === 0 ? { unitSeconds, unitsIn: () => 1, frames: numberAt(32), sections } : undefined
  if (type !== 'auds' || format.byteLength < 14 || !plainAudio.has(format.getUint16(0, true))) return undefined
  const block = sampleSize || format.getUint16(12, true)
  const unitsIn = (bytes: number): number => (sampleSize > 0 ? bytes / sampleSize : block > 0 ? Math.ceil(bytes / block) : 1)
  return { unitSeconds, unitsIn, frames: undefined, sections }
}

/** An index of lists. Undefined for one of another kind. */
function readSections(view: DataView): AviStream['sections'] | undefined {
  if (view.byteLength < 24 || view.getUint16(0, true) !== 4 || view.getUint16(2) !== 0) return undefined
  const count = view.getUint32(4, true)
  if (24 + count * 16 > view.byteLength) return undefined
  return Array.from({ length: count }, (_, at) => ({
    offset: Number(view.getBigUint64(24 + at * 16, true)),
    bytes: view.getUint32(32 + at * 16, true),
  }))
}

function chunksIn(view: DataView): { id: string; content: DataView }[] | undefined {
  const found: { id: string; content: DataView }[] = []
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const size = view.getUint32(at + 4, true)
    if (at + 8 + size > view.byteLength) return undefined
    found.push({ id: nameAt(view, at), content: new DataView(view.buffer, view.byteOffset + at + 8, size) })
    at += 8 + size + (size % 2)
  }
  return found
}

const sliceOf = (view: DataView, from: number): DataView => new DataView(view.buffer, view.byteOffset + from, view.byteLength - from)

export const nameAt = (view: DataView, at: number): string =>
  at + 4 <= view.byteLength
    ? String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3))
    : ''
