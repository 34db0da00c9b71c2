/** Bytes of a box's header: size and type. */
export const boxHeader = 8

/** The header of a box with so many bytes of content. */
export function boxStart(type: string, contentBytes: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(boxHeader))
  header.setUint32(0, boxHeader + contentBytes)
  for (const [at, letter] of [...type].entries()) header.setUint8(4 + at, letter.charCodeAt(0))
  return bytesOf(header)
}

export function makeBox(type: string, ...content: readonly Uint8Array[]): Uint8Array {
  const bytes = content.reduce((sum, { length }) => sum + length, 0)
  return joinBytes([boxStart(type, bytes), ...content])
}

/** A box that starts with version and flags, followed by 32-bit fields. */
export function makeFullBox(type: string, version: number, flags: number, fields: readonly number[]): Uint8Array {
  const body = new DataView(new ArrayBuffer(4 + fields.length * 4))
  body.setUint32(0, ((version << 24) | flags) >>> 0)
  for (const [at, field] of fields.entries()) body.setUint32(4 + at * 4, field >>> 0)
  return makeBox(type, bytesOf(body))
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

export const bytesOf = (view: DataView): Uint8Array => new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
