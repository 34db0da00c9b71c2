import { isAllZero, type Patch, type ReadAt, tidyPatches, zeros } from './patch.ts'
import { endOf, eraseBox } from './private-boxes.ts'
import { eraseInFragment, eraseInMovie } from './private-movie.ts'
import { gapsIn, joinRanges, type Range } from './sample-ranges.ts'
import { maxHeadBytes, readSlice, readTopBoxes } from './top-boxes.ts'
import { Unreadable } from './unreadable.ts'

const maxFragmentBytes = 4 << 20
/** Larger unused ranges are not read to see whether they are empty; they count as content. */
const maxCheckedBytes = 1 << 20

const stays = new Set(['ftyp', 'styp', 'sidx', 'ssix', 'mfra', 'pdin', 'mdat'])
const spare = new Set(['free', 'skip', 'wide'])

/**
 * The patches that remove private data (author, place, device) from an MP4 or QuickTime file: all boxes that playback does not need, device
 * names, location and data tracks, and all bytes outside video and audio samples. Nothing moves, so all offsets stay valid. No patches
 * means nothing to hide. Throws Unreadable if the structure cannot be trusted.
 */
export async function findPrivateData(size: number, readAt: ReadAt): Promise<Patch[]> {
  const { boxes, end } = await readTopBoxes(size, readAt)
  const moov = boxes.find(({ type }) => type === 'moov')
  if (!moov) throw new Unreadable('it has no moov')
  const patches: Patch[] = []
  const movie = eraseInMovie(await readSlice(moov, readAt, maxHeadBytes), moov, patches)
  const sampleRanges: Range[] = [...movie.sampleRanges]
  for (const box of boxes) {
    if (box === moov || stays.has(box.type)) continue
    if (box.type === 'moof') sampleRanges.push(...eraseInFragment(await readSlice(box, readAt, maxFragmentBytes), box, movie, patches))
    else if (!spare.has(box.type) || (await hasContent({ from: box.body, to: endOf(box) }, readAt))) patches.push(...eraseBox(box))
  }
  if (end < size && (await hasContent({ from: end, to: size }, readAt))) patches.push(zeros(end, size))
  const used = joinRanges(sampleRanges)
  const gaps = boxes.filter(({ type }) => type === 'mdat').flatMap((box) => gapsIn({ from: box.body, to: endOf(box) }, used))
  if (patches.length > 0 || (await anyHasContent(gaps, readAt))) patches.push(...gaps.map(({ from, to }) => zeros(from, to)))
  return tidyPatches(patches)
}

async function hasContent({ from, to }: Range, readAt: ReadAt): Promise<boolean> {
  if (to - from > maxCheckedBytes) return true
  return to > from && !isAllZero(await readAt(from, to - from))
}

async function anyHasContent(gaps: readonly Range[], readAt: ReadAt): Promise<boolean> {
  if (gaps.reduce((sum, { from, to }) => sum + to - from, 0) > maxCheckedBytes) return true
  for (const gap of gaps) if (await hasContent(gap, readAt)) return true
  return false
}
