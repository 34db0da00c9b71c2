import { Unreadable } from './unreadable.ts'

export interface Range {
  from: number
  to: number
}

/** More than a day of video in the smallest samples; a larger table is an attack. */
const maxSamples = 20_000_000
const maxRanges = 2_000_000

/** The tables (ISO/IEC 14496-12 8.7) with the positions of a track's samples. */
export interface SampleTables {
  stsc: DataView
  stsz: DataView | undefined
  stz2: DataView | undefined
  stco: DataView | undefined
  co64: DataView | undefined
}

/** The byte ranges of a track's samples, chunk by chunk. */
export function chunkRanges({ stsc, stsz, stz2, stco, co64 }: SampleTables): Range[] {
  const sizes = sampleSizes({ stsz, stz2 })
  const offsets = stco ?? co64
  if (!sizes || !offsets) throw new Unreadable('a track has no sample table')
  const width = stco ? 4 : 8
  const chunks = countIn(offsets, 4, 8, width)
  const runs = countIn(stsc, 4, 8, 12)
  const ranges: Range[] = []
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < chunks && sample < sizes.count; chunk += 1) {
    while (run + 1 < runs && stsc.getUint32(8 + (run + 1) * 12) <= chunk + 1) run += 1
    if (runs === 0 || stsc.getUint32(8 + run * 12) > chunk + 1) throw new Unreadable('a chunk has no samples')
    const next = Math.min(sizes.count, sample + stsc.getUint32(8 + run * 12 + 4))
    if (ranges.length === maxRanges) throw new Unreadable('it has too many chunks')
    const at = 8 + chunk * width
    const from = stco ? offsets.getUint32(at) : Number(offsets.getBigUint64(at))
    ranges.push({ from, to: from + sizes.sum(sample, next) })
    sample = next
  }
  return ranges
}

export interface SampleSizes {
  count: number
  /** Of every sample, if they all have the same. */
  size: number | undefined
  sum: (from: number, to: number) => number
}

/** Undefined for a track without such a table. */
export const sampleSizes = ({ stsz, stz2 }: Pick<SampleTables, 'stsz' | 'stz2'>): SampleSizes | undefined =>
  stsz ? plainSizes(stsz) : stz2 ? compactSizes(stz2) : undefined

function plainSizes(stsz: DataView): SampleSizes {
  requireBytes(stsz, 12)
  const size = stsz.getUint32(4)
  // Raw audio has a sample for each moment: half an hour of it has 86 million, of which the table has no entries.
  if (size !== 0) return { count: stsz.getUint32(8), size, sum: (from, to) => (to - from) * size }
  const count = countIn(stsz, 8, 12, 4)
  return { count, size: undefined, sum: (from, to) => add(from, to, (sample) => stsz.getUint32(12 + sample * 4)) }
}

function compactSizes(stz2: DataView): SampleSizes {
  requireBytes(stz2, 12)
  const bits = stz2.getUint8(7)
  if (bits !== 4 && bits !== 8 && bits !== 16) throw new Unreadable('its sample sizes have an unknown width')
  const count = countIn(stz2, 8, 12, bits / 8)
  const sizeOf = (sample: number): number => {
    if (bits === 16) return stz2.getUint16(12 + sample * 2)
    if (bits === 8) return stz2.getUint8(12 + sample)
    const pair = stz2.getUint8(12 + (sample >> 1))
    return sample % 2 === 0 ? pair >> 4 : pair & 15
  }
  return { count, size: undefined, sum: (from, to) => add(from, to, sizeOf) }
}

/** The byte ranges of a fragment's runs of one track (8.8). `after` is the end of the data before it. */
export function runRanges(
  { tfhd, truns, trexSize }: { tfhd: DataView; truns: readonly DataView[]; trexSize: number },
  { moofAt, after }: { moofAt: number; after: number },
): Range[] {
  requireBytes(tfhd, 8)
  const flags = tfhd.getUint32(0) & 0xffffff
  const sizeAt = 8 + (flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0) + (flags & 8 ? 4 : 0)
  requireBytes(tfhd, sizeAt + (flags & 0x10 ? 4 : 0))
  const base = flags & 1 ? Number(tfhd.getBigUint64(8)) : flags & 0x20000 ? moofAt : after
  const usual = flags & 0x10 ? tfhd.getUint32(sizeAt) : trexSize
  const ranges: Range[] = []
  let end = base
  for (const trun of truns) {
    requireBytes(trun, 8)
    const has = trun.getUint32(0) & 0xffffff
    const first = 8 + (has & 1 ? 4 : 0) + (has & 4 ? 4 : 0)
    const width = 4 * [0x100, 0x200, 0x400, 0x800].filter((flag) => has & flag).length
    const count = countIn(trun, 4, first, width)
    const from = has & 1 ? base + trun.getInt32(8) : end
    const sizeIn = has & 0x100 ? 4 : 0
    const bytes = has & 0x200 ? add(0, count, (sample) => trun.getUint32(first + sample * width + sizeIn)) : count * usual
    end = from + bytes
    ranges.push({ from, to: end })
  }
  return ranges
}

/** The gaps between these sorted ranges within a range of the file. */
export function gapsIn({ from, to }: Range, used: readonly Range[]): Range[] {
  const gaps: Range[] = []
  let at = from
  for (let next = firstEndingAfter(used, from); next < used.length && at < to; next += 1) {
    const range = used[next]
    if (!range || range.from >= to) break
    if (range.from > at) gaps.push({ from: at, to: range.from })
    at = Math.max(at, range.to)
  }
  if (at < to) gaps.push({ from: at, to })
  return gaps
}

/** Sorts ranges and merges overlapping ones. */
export function joinRanges(ranges: Range[]): Range[] {
  if (ranges.length > maxRanges) throw new Unreadable('it has too many chunks')
  const joined: Range[] = []
  for (const range of ranges.sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (range.to <= range.from) continue
    if (last && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

function firstEndingAfter(ranges: readonly Range[], place: number): number {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ranges[middle]?.to ?? 0) > place) high = middle
    else low = middle + 1
  }
  return low
}

/** The entry count at `at`; throws unless the table has all the entries. */
function countIn(table: DataView, at: number, first: number, width: number): number {
  requireBytes(table, Math.max(at + 4, first))
  const count = bounded(table.getUint32(at))
  requireBytes(table, first + count * width)
  return count
}

function bounded(count: number): number {
  if (count > maxSamples) throw new Unreadable('it has too many samples')
  return count
}

function requireBytes(table: DataView, bytes: number): void {
  if (table.byteLength < bytes) throw new Unreadable('a table is truncated')
}

function add(from: number, to: number, sizeOf: (sample: number) => number): number {
  let sum = 0
  for (let sample = from; sample < to; sample += 1) sum += sizeOf(sample)
  return sum
}
