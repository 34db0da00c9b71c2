import type { ByteRange } from '../../platform/storage/storage.ts'

/**
 * The single range of a Range header, cut to the object's size: `unsatisfiable` if it is outside, undefined if the whole object is the
 * right answer (no header, several ranges or an unknown form, which RFC 9110 allows to ignore).
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  if (!match) return undefined
  const [, first = '', last = ''] = match
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** How many bytes of an object with this size a request with this Range header wants. */
export function requestedBytes(header: string | undefined, size: number): number {
  const range = parseRange(header, size)
  if (range === 'unsatisfiable') return 0
  return range ? range.end - range.start + 1 : size
}
