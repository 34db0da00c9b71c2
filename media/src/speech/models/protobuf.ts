/** One field of a protobuf message: its number, and its bytes with and without their header. */
export interface Field {
  number: number
  /** Text, bytes or an inner message; undefined for numbers. */
  content: Uint8Array | undefined
  whole: Uint8Array
}

/** The fields of a message in their order. Throws a RangeError on bytes that are none. */
export function* fieldsOf(message: Uint8Array): Generator<Field> {
  let at = 0
  while (at < message.length) {
    const start = at
    const key = readVarint(message, at)
    const kind = key.value % 8
    at = key.end
    let content: Uint8Array | undefined
    if (kind === 0) at = readVarint(message, at).end
    else if (kind === 1) at += 8
    else if (kind === 5) at += 4
    else if (kind === 2) {
      const length = readVarint(message, at)
      at = length.end + length.value
      content = message.subarray(length.end, at)
    } else throw new RangeError('not a protobuf message')
    if (at > message.length) throw new RangeError('the message is cut off')
    yield { number: Math.floor(key.value / 8), content, whole: message.subarray(start, at) }
  }
}

/** Text, bytes or an inner message as a field. */
export const bytesField = (number: number, content: string | Uint8Array): Uint8Array => {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])
}

export const numberField = (number: number, value: number): Uint8Array => Buffer.concat([varint(number * 8), varint(value)])

/** Without bit operators, which would cut numbers above 32 bits. */
function readVarint(bytes: Uint8Array, from: number): { value: number; end: number } {
  let value = 0
  for (let at = from, factor = 1; at < Math.min(bytes.length, from + 10); at += 1, factor *= 128) {
    const byte = bytes[at] ?? 0
    value += (byte % 128) * factor
    if (byte < 128) return { value, end: at + 1 }
  }
  throw new RangeError('the message is cut off')
}

function varint(value: number): Uint8Array {
  const bytes: number[] = []
  let rest = value
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128)
  return Uint8Array.from([...bytes, rest])
}
