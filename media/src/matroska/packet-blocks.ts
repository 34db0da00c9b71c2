import type { ReadAt } from '../mp4/patch.ts'
import type { PacketTracks } from '../probing/packet-log.ts'
import { isPlausible, openWindow, packetsOf, step, type Walk } from './walk-blocks.ts'

/**
 * The packets of a Matroska or WebM file by the heads of its blocks. It has no table of them, so all of it is walked through; that takes a tenth
 * of the time in which ffprobe reads it. Undefined for anything unusual.
 */
export async function readPacketBlocks(size: number, readAt: ReadAt): Promise<PacketTracks | undefined> {
  const window = openWindow(size, readAt)
  const walk: Walk = { packets: 0 }
  for (let at = 0; at < size; ) {
    const next = await step(window, at, walk)
    if (next === undefined) return undefined
    at = next
  }
  const found = [...(walk.tracks?.values() ?? [])]
  return found.length > 0 && found.every(isPlausible)
    ? { tracks: new Map(found.map((track, index) => [index, packetsOf(track)])) }
    : undefined
}
