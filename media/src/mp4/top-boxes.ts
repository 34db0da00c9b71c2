import { type Box, readBox, viewOfBytes } from './mp4-boxes.ts'
import type { ReadAt } from './patch.ts'
import { Unreadable } from './unreadable.ts'

/** An hour of video has a head of some megabytes; a day of fragments has some hundred thousand boxes. */
export const maxHeadBytes = 64 << 20
const maxTopBoxes = 200_000

/** The top-level boxes, and where they end. A last `mdat` may claim more bytes than the file has. */
export async function readTopBoxes(size: number, readAt: ReadAt): Promise<{ boxes: Box[]; end: number }> {
  const boxes: Box[] = []
  let at = 0
  while (at < size) {
    const box = readBox(viewOfBytes(await readAt(at, 16)), 0, at)
    if (!box || !/^[\x20-\x7e\xa9]{4}$/.test(box.type)) break
    const isOpen = box.size === 0 || (box.type === 'mdat' && at + box.size > size)
    const end = isOpen ? size : at + box.size
    if (end < box.body || end > size) break
    boxes.push({ ...box, size: end - at })
    if (boxes.length > maxTopBoxes) throw new Unreadable('too many boxes')
    at = end
  }
  return { boxes, end: at }
}

/** All bytes of a box, with its header. */
export async function readSlice(box: Box, readAt: ReadAt, maxBytes: number): Promise<{ view: DataView; base: number }> {
  if (box.size > maxBytes) throw new Unreadable(`its ${box.type} is too large`)
  const bytes = await readAt(box.offset, box.size)
  if (bytes.length < box.size) throw new Unreadable('it ends early')
  return { view: viewOfBytes(bytes), base: box.offset }
}
