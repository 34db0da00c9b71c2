import { randomFillSync } from 'node:crypto'

const idBytes = 16
/** Random bytes are read for many ids at once: a small read costs as much as a large one, and every request needs an id. */
const chance = Buffer.alloc(256 * idBytes)
let used = chance.length

/** The clock may be set back by less than this without a change of the order. */
const maxStepMs = 10_000
const maxCount = 0xfff
const last = { ms: 0, count: 0 }

/**
 * A UUIDv7: its first 48 bits are the time, so ids sort by creation and indexes grow at one end. The next 12 count within a millisecond: what a
 * process records in order is read in order. `at` is for something that was made at another time.
 */
export function newId(at?: number): string {
  if (used === chance.length) {
    randomFillSync(chance)
    used = 0
  }
  const bytes = chance.subarray(used, used + idBytes)
  used += idBytes
  const random = bytes.readUInt16BE(6)
  const { ms, count } = at === undefined ? nextPlace(random) : { ms: at, count: random & maxCount }
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | count, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** The count begins anywhere in the lower half, so that two processes seldom count alike. */
function nextPlace(random: number): Readonly<typeof last> {
  const now = Date.now()
  const isLater = now > last.ms || now < last.ms - maxStepMs
  if (isLater || last.count === maxCount) {
    last.ms = isLater ? now : last.ms + 1
    last.count = random & (maxCount >> 1)
  } else last.count += 1
  return last
}
