/** An element of EBML (RFC 8794), the format of Matroska and WebM. */
export interface Element {
  id: number
  /** Where its content begins. */
  body: number
  /** Where it ends; undefined when the file does not say, as in a recording that was streamed. */
  end: number | undefined
}

const maxNumberBytes = 8
const maxTextBytes = 64

/** Bytes that hold the id and the size of any element. */
export const maxElementHeader = 12

/** The element at a place in the view; `base` is the place of the view in the file. Undefined if there is none. */
export function readElement(view: DataView, at: number, base: number): Element | undefined {
  const idBytes = lengthAt(view, at, 4)
  const sizeAt = at + (idBytes ?? 0)
  const sizeBytes = idBytes && lengthAt(view, sizeAt, 8)
  if (!idBytes || !sizeBytes) return undefined
  let id = 0
  for (let place = at; place < sizeAt; place += 1) id = id * 256 + view.getUint8(place)
  let size = view.getUint8(sizeAt) & (0xff >> sizeBytes)
  let isUnknown = size === 0xff >> sizeBytes
  for (let place = sizeAt + 1; place < sizeAt + sizeBytes; place += 1) {
    const byte = view.getUint8(place)
    isUnknown &&= byte === 0xff
    size = size * 256 + byte
  }
  const body = base + sizeAt + sizeBytes
  return { id, body, end: isUnknown ? undefined : body + size }
}

/** How long a number is: its first byte says so. Undefined if it is longer than allowed, or the view ends before. */
function lengthAt(view: DataView, at: number, max: number): number | undefined {
  if (at >= view.byteLength) return undefined
  const length = Math.clz32(view.getUint8(at)) - 23
  return length <= max && at + length <= view.byteLength ? length : undefined
}

/** A crafted file may have millions; what describes tracks has some hundred. */
const maxElements = 10_000

/** The elements in a view that holds all of them; undefined if they do not fill it, or are too many. */
export function elementsIn(view: DataView): { id: number; content: DataView }[] | undefined {
  const found: { id: number; content: DataView }[] = []
  for (let at = 0; at < view.byteLength; ) {
    const element = readElement(view, at, 0)
    if (element?.end === undefined || element.end > view.byteLength || found.length >= maxElements) return undefined
    found.push({ id: element.id, content: new DataView(view.buffer, view.byteOffset + element.body, element.end - element.body) })
    at = element.end
  }
  return found
}

/** NaN for one that is too long. */
export function unsignedOf(content: DataView): number {
  if (content.byteLength > maxNumberBytes) return Number.NaN
  let value = 0
  for (let at = 0; at < content.byteLength; at += 1) value = value * 256 + content.getUint8(at)
  return value
}

/** A short text up to its end or its first zero; undefined for one that is too long. */
export function textOf(content: DataView): string | undefined {
  if (content.byteLength > maxTextBytes) return undefined
  const text = new TextDecoder('latin1').decode(new Uint8Array(content.buffer, content.byteOffset, content.byteLength))
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
