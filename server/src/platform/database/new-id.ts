import { randomFillSync } from 'node:crypto'

const idBytes = 16
/** Random bytes are read for many ids at once: a small read costs as much as a large one, and every request needs an id. */
const chance = Buffer.alloc(256 * idBytes)
let used = chance.length

/** A UUIDv7: its first 48 bits are the time, so ids sort by creation and indexes grow at one end. */
export function newId(now = Date.now()): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  const bytes = chance.subarray(used, used + idBytes)
  used += idBytes
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
