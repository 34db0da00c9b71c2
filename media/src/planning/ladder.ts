import type { Size } from '../probing/source-facts.ts'
import { type Format, formats, formatTable } from './formats.ts'

export interface Rung {
  format: Format
  size: Size
  /** False when the source is smaller than the format and keeps its own height. */
  exact: boolean
}

export interface RungPlan extends Rung {
  action: 'copy' | 'encode'
  threads: number
  /** CPU seconds for encoding this rung. */
  cpuSeconds: number
  expectedBytes: number
}

export interface Ladder {
  /** Tallest first. */
  rungs: readonly Rung[]
  skipped: readonly Format[]
}

/** The renditions of a source of this size. Nothing is enlarged; if all chosen formats are taller, the lowest one gets the source's own size. */
export function buildLadder(shown: Size, chosen: readonly Format[]): Ladder {
  const sorted = formats.filter((format) => chosen.includes(format))
  const short = Math.min(shown.width, shown.height)
  const fitting = sorted.filter((format) => formatTable[format].height <= short)
  if (fitting.length > 0) {
    return {
      rungs: fitting.map((format) => ({ format, size: scaledTo(shown, formatTable[format].height), exact: true })),
      skipped: sorted.filter((format) => !fitting.includes(format)),
    }
  }
  const standIn = sorted.at(-1)
  if (!standIn) return { rungs: [], skipped: [] }
  return { rungs: [{ format: standIn, size: scaledTo(shown, evenDown(short)), exact: false }], skipped: sorted.slice(0, -1) }
}

/** The size with this short side. Both sides are even, because 4:2:0 has half as many colour samples; the long side keeps the aspect ratio. */
function scaledTo(shown: Size, short: number): Size {
  const portrait = shown.width < shown.height
  const [from, along] = portrait ? [shown.width, shown.height] : [shown.height, shown.width]
  const nearest = 2 * Math.round((along * short) / from / 2)
  const long = Math.max(2, nearest > along ? evenDown(along) : nearest)
  return portrait ? { width: short, height: long } : { width: long, height: short }
}

/** H.264 in 4:2:0 needs at least 2 × 2 pixels. */
const evenDown = (side: number): number => Math.max(2, side - (side % 2))

/** The largest even size within the box that keeps the aspect ratio and enlarges nothing. */
export function fitInto(shown: Size, box: Size): Size {
  const scale = Math.min(1, box.width / shown.width, box.height / shown.height)
  return { width: evenDown(Math.round(shown.width * scale)), height: evenDown(Math.round(shown.height * scale)) }
}
