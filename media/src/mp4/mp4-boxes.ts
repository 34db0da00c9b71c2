/** A box of an MP4 file (ISO/IEC 14496-12). */
export interface Box {
  type: string
  /** Offset from the start of the file. */
  offset: number
  size: number
  /** Offset of its content. */
  body: number
}

/** The box at `at` of these bytes; `base` is their offset in the file. Undefined if the header is incomplete. */
export function readBox(bytes: DataView, at: number, base = 0): Box | undefined {
  if (at + 8 > bytes.byteLength) return undefined
  const small = bytes.getUint32(at)
  const type = String.fromCharCode(...[4, 5, 6, 7].map((step) => bytes.getUint8(at + step)))
  if (small !== 1) return { type, offset: base + at, size: small, body: base + at + 8 }
  if (at + 16 > bytes.byteLength) return undefined
  return { type, offset: base + at, size: Number(bytes.getBigUint64(at + 8)), body: base + at + 16 }
}

/** The sibling boxes between `from` and `to`. */
export function readBoxes(bytes: DataView, from = 0, to = bytes.byteLength): Box[] {
  const boxes: Box[] = []
  let at = from
  while (at < to) {
    const box = readBox(bytes, at)
    if (!box || box.size < 8) break
    boxes.push(box)
    at += box.size
  }
  return boxes
}

/** The content of the first box at this path. */
export function contentAt(bytes: DataView, path: readonly string[], from = 0, to = bytes.byteLength): DataView | undefined {
  const [name, ...rest] = path
  const box = readBoxes(bytes, from, to).find(({ type }) => type === name)
  if (!box) return undefined
  const end = Math.min(box.offset + box.size, to)
  return rest.length === 0 ? viewOf(bytes, box.body, end) : contentAt(bytes, rest, box.body, end)
}

export const viewOf = (bytes: DataView, from: number, to: number): DataView =>
  new DataView(bytes.buffer, bytes.byteOffset + from, Math.max(0, to - from))

export const viewOfBytes = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
