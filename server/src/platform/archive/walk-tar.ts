import { tarBlockBytes, tarChecksum, tarFields, tarPadding } from './tar-header.ts'

/** Reads bytes of an archive wherever it is. Fewer come only at its end. */
export type ReadBytes = (start: number, length: number) => Promise<Buffer>

export interface TarEntry {
  path: string
  size: number
  /** Where its bytes begin. */
  start: number
  /** Where the next entry begins. */
  next: number
}

/** The file is not a tar archive, or is damaged. */
export class InvalidArchive extends Error {}

/** Enough for a pax header and its two headers, so that most files need one read. */
const readAheadBytes = 4 * tarBlockBytes
/** Longer ones are not names of files. */
const maxPaxBytes = 64 * 1024
/** Folders, links and names without a file, one after the other. A server could send them without end. */
const maxLeftOut = 10_000

/**
 * The files of a tar archive from a place on where an entry begins, without reading their bytes. Knows what GNU tar, BSD tar and this site
 * write; folders and links are left out.
 */
export async function* walkTar(read: ReadBytes, from = 0): AsyncGenerator<TarEntry> {
  let known: { path?: string; size?: number } = {}
  let leftOut = 0
  for (let at = from; ; ) {
    if (leftOut > maxLeftOut) throw new InvalidArchive('There are no files in this archive.')
    leftOut += 1
    const ahead = await read(at, readAheadBytes)
    const header = parseHeader(ahead)
    if (!header) return
    const start = at + tarBlockBytes
    const size = header.type === 'x' || header.type === 'L' ? header.size : (known.size ?? header.size)
    const next = start + size + tarPadding(size)
    if (header.type === 'x' || header.type === 'L') {
      if (size > maxPaxBytes) throw new InvalidArchive('A name in the archive is too long.')
      const inAhead = ahead.subarray(tarBlockBytes, tarBlockBytes + size)
      const text = (inAhead.length === size ? inAhead : await read(start, size)).toString('utf8')
      known = { ...known, ...(header.type === 'L' ? { path: text.replace(/\0.*$/s, '') } : parsePax(text)) }
    } else {
      if (header.type === '0' || header.type === '\0') {
        leftOut = 0
        yield { path: known.path ?? header.path, size, start, next }
      }
      known = {}
    }
    at = next
  }
}

/** Undefined at the end of the archive. */
function parseHeader(ahead: Buffer): { path: string; size: number; type: string } | undefined {
  const block = ahead.subarray(0, tarBlockBytes)
  if (block.length === 0 || block.every((byte) => byte === 0)) return undefined
  if (block.length < tarBlockBytes) throw new InvalidArchive('The archive ends in the middle of a file.')
  const text = ([at, length]: readonly [number, number]) => block.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  if (Number.parseInt(text(tarFields.checksum).trim(), 8) !== tarChecksum(block)) {
    throw new InvalidArchive('This is not a tar archive, or it is damaged.')
  }
  const prefix = text(tarFields.magic).startsWith('ustar') && !text(tarFields.magic).startsWith('ustar ') ? text(tarFields.prefix) : ''
  const [typeAt] = tarFields.type
  const path = prefix ? `${prefix}/${text(tarFields.name)}` : text(tarFields.name)
  return { path, size: sizeIn(block), type: block.toString('latin1', typeAt, typeAt + 1) }
}

/** Octal digits, or from 8 GiB on a binary number, as GNU tar writes it. */
function sizeIn(block: Buffer): number {
  const [at, length] = tarFields.size
  const isBinary = ((block[at] ?? 0) & 0x80) !== 0
  const size = isBinary
    ? Number(block.readBigUInt64BE(at + length - 8))
    : Number.parseInt(block.toString('latin1', at, at + length).replace(/[\0 ].*$/s, '') || '0', 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new InvalidArchive('This is not a tar archive, or it is damaged.')
  return size
}

function parsePax(text: string): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; ) {
    const length = Number.parseInt(bytes.toString('latin1', at, at + 20), 10)
    if (!(length > 0)) throw new InvalidArchive('This is not a tar archive, or it is damaged.')
    const [, key, value = ''] = /^\d+ ([^=]+)=(.*)\n$/s.exec(bytes.toString('utf8', at, at + length)) ?? []
    if (key === 'path') found.path = value
    if (key === 'size' && /^\d{1,15}$/.test(value)) found.size = Number(value)
    at += length
  }
  return found
}
