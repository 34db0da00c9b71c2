import { randomFillSync } from 'node:crypto'

/** A UUIDv7: its first 48 bits are the time, so that ids sort as they were made and indexes grow at one end. */
export function newId(now = Date.now()): string {
  const bytes = randomFillSync(Buffer.alloc(16))
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
