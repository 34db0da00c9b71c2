import type { ReadBytes } from '../../../platform/archive/walk-tar.ts'

/** Records, captions and thumbnails between two large files mostly fit into one request. */
const aheadBytes = 128 * 1024

/** Answers small reads from what the last request has brought along. */
export function readAhead(read: ReadBytes): ReadBytes {
  let held: { start: number; bytes: Buffer; isEnd: boolean } = { start: 0, bytes: Buffer.alloc(0), isEnd: false }
  return async (start, length) => {
    const from = start - held.start
    const isHeld = from >= 0 && (from + length <= held.bytes.length || (held.isEnd && from <= held.bytes.length))
    if (isHeld) return held.bytes.subarray(from, from + length)
    const wanted = Math.max(length, aheadBytes)
    const bytes = await read(start, wanted)
    held = { start, bytes, isEnd: bytes.length < wanted }
    return bytes.subarray(0, length)
  }
}
