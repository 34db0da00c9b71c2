/** A box of an MP4: its length, name and content. */
const box = (name: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}
const numbers = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, at * 4)
  return bytes
}
const unity = numbers(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

function track(id: number, pictures: number): Buffer {
  const entry = box(
    'jpeg',
    Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]),
    Buffer.alloc(16),
    numbers(0x00100010, 0x480000, 0x480000, 0),
    Buffer.from([0, 1]),
    Buffer.alloc(32),
    numbers(0x0018ffff),
  )
  const samples = box(
    'stbl',
    box('stsd', numbers(0, 1), entry),
    box('stts', numbers(0, 1, pictures, 512)),
    box('stsc', numbers(0, 1, 1, pictures, 1)),
    // One size for all samples needs no list, so any count is valid.
    box('stsz', numbers(0, 1, pictures)),
    box('stco', numbers(0, 1, 36)),
  )
  return box(
    'trak',
    box('tkhd', numbers(7, 0, 0, id, 0, 0, 0, 0, 0, 0), unity, numbers(16 << 16, 16 << 16)),
    box(
      'mdia',
      box('mdhd', numbers(0, 0, 0, 30_720, 30_720, 0x55c40000)),
      box('hdlr', numbers(0, 0), Buffer.from('vide'), Buffer.alloc(12), Buffer.from('x\0')),
      box('minf', box('vmhd', numbers(1, 0, 0)), box('dinf', box('dref', numbers(0, 1), box('url ', numbers(1)))), samples),
    ),
  )
}

/** An MP4 of a few kilobytes whose tables claim this many pictures: a reader that trusts them allocates 24 bytes for each. */
export const hungryFile = (pictures: number, tracks = 1): Buffer =>
  Buffer.concat([
    box('ftyp', Buffer.from('isom'), numbers(512), Buffer.from('isommp42')),
    box('mdat', Buffer.alloc(1000)),
    box(
      'moov',
      box('mvhd', numbers(0, 0, 0, 1000, 1000, 0x10000, 0x01000000, 0, 0), unity, Buffer.alloc(24), numbers(99)),
      ...Array.from({ length: tracks }, (_, index) => track(index + 1, pictures)),
    ),
  ])
