/** A file as the header of a tar archive describes it. */
export interface TarFile {
  /** With slashes, in UTF-8. */
  path: string
  size: number
  modifiedAt: Date
}

/** Everything in a tar archive starts at a multiple of this. */
export const tarBlockBytes = 512

/** Where the fields of a header are. */
export const tarFields = {
  name: [0, 100],
  mode: [100, 8],
  uid: [108, 8],
  gid: [116, 8],
  size: [124, 12],
  modifiedAt: [136, 12],
  checksum: [148, 8],
  type: [156, 1],
  magic: [257, 8],
  prefix: [345, 155],
} as const

/** Eleven octal digits; larger files have their size in a pax header. */
const maxOctalSize = 8 ** 11 - 1

/** Two empty blocks. */
export const tarEnd = Buffer.alloc(2 * tarBlockBytes)

/** The zeros after a file of this size. */
export const tarPadding = (size: number): number => (tarBlockBytes - (size % tarBlockBytes)) % tarBlockBytes

/**
 * What comes before the bytes of a file: a header in the format of POSIX, and before it a pax header for a path or a size that does not fit
 * into it. The same file always has the same header: the bytes of an archive are known before any of it is written.
 */
export function tarHeader(file: TarFile): Buffer {
  const { path, size, modifiedAt } = file
  const isPlainPath = path.length <= tarFields.name[1] && /^[\x20-\x7e]*$/.test(path)
  const records = [isPlainPath ? [] : [['path', path]], size <= maxOctalSize ? [] : [['size', String(size)]]].flat()
  const plainName = path.replaceAll(/[^\x20-\x7e]/gu, '_').slice(-tarFields.name[1])
  const header = headerBlock({ name: plainName, size: size <= maxOctalSize ? size : 0, modifiedAt, type: '0' })
  if (records.length === 0) return header
  const pax = Buffer.from(records.map(([key = '', value = '']) => paxRecord(key, value)).join(''))
  const paxHeader = headerBlock({ name: 'PaxHeader', size: pax.length, modifiedAt, type: 'x' })
  return Buffer.concat([paxHeader, pax, Buffer.alloc(tarPadding(pax.length)), header])
}

/** With its header and the zeros after it. */
export const tarEntryBytes = (file: TarFile): number => tarHeader(file).length + file.size + tarPadding(file.size)

/** `length key=value`, where the length counts itself. */
function paxRecord(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const restBytes = Buffer.byteLength(rest)
  let length = restBytes + 1
  while (String(length).length + restBytes !== length) length = String(length).length + restBytes
  return length + rest
}

function headerBlock({ name, size, modifiedAt, type }: { name: string; size: number; modifiedAt: Date; type: '0' | 'x' }): Buffer {
  const block = Buffer.alloc(tarBlockBytes)
  const octal = (number: number, [at, length]: readonly [number, number]) =>
    block.write(`${number.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1')
  block.write(name, tarFields.name[0], 'latin1')
  octal(0o644, tarFields.mode)
  octal(0, tarFields.uid)
  octal(0, tarFields.gid)
  octal(size, tarFields.size)
  octal(Math.max(0, Math.floor(modifiedAt.getTime() / 1000)), tarFields.modifiedAt)
  block.write(type, tarFields.type[0], 'latin1')
  block.write('ustar\u000000', tarFields.magic[0], 'latin1')
  block.write(`${tarChecksum(block).toString(8).padStart(6, '0')}\0 `, tarFields.checksum[0], 'latin1')
  return block
}

/** The sum of the bytes of a header, with spaces in place of the sum itself. */
export function tarChecksum(block: Buffer): number {
  const [at, length] = tarFields.checksum
  let sum = 0
  for (const [index, byte] of block.entries()) sum += index >= at && index < at + length ? 0x20 : byte
  return sum
}
