import { isHarmlessCompressor, isHarmlessHandler, isHarmlessTags, isHarmlessVendor } from './harmless-tags.ts'
import { type Box, readBox, viewOf } from './mp4-boxes.ts'
import { isAllZero, type Patch, writing, zeros } from './patch.ts'
import { Unreadable } from './unreadable.ts'

/** Some bytes of a file and their offset in it. */
export interface FileSlice {
  view: DataView
  base: number
}

/** What happens to a box: it stays, its children are checked, or a function patches it. Boxes without a rule are erased. */
type Rule = 'stays' | Rules | ((slice: FileSlice, box: Box, patches: Patch[]) => void)
export interface Rules {
  readonly [type: string]: Rule
}

const maxBoxes = 100_000
const maxDepth = 12

const stays = (...types: string[]): Rules => Object.fromEntries(types.map((type) => [type, 'stays'] as const))

/** The boxes in a sample description that decoders need. */
const description = stays(
  ...'avcC hvcC av1C vpcC dvcC dvvC esds btrt pasp colr clap fiel gama chrm mdcv clli ccst SmDm CoLL st3d sv3d wave'.split(' '),
  ...'chan chnl dOps dfLa dac3 dec3 alac srat pcmC sinf frma glbl'.split(' '),
)

const sampleTable: Rules = {
  stsd: eraseInDescriptions,
  ...stays('stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps', 'stsh', 'stdp', 'sdtp', 'sbgp', 'sgpd'),
  ...stays('subs', 'saiz', 'saio', 'padb'),
}

/** For video and audio tracks. */
export const trackRules: Rules = {
  ...stays('tkhd', 'edts', 'tref', 'tapt', 'load'),
  mdia: {
    ...stays('mdhd', 'elng'),
    hdlr: eraseHandlerName,
    minf: { ...stays('vmhd', 'smhd', 'nmhd'), hdlr: eraseHandlerName, dinf: { dref: eraseReferences }, stbl: sampleTable },
  },
}

export const trackFragmentRules: Rules = stays('tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'saiz', 'saio', 'subs', 'senc')

/** The boxes between two offsets, and where they end. Throws Unreadable if one is larger than its parent. */
export function boxesIn({ view, base }: FileSlice, from: number, to: number): { boxes: Box[]; end: number } {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const box = readBox(view, at - base, base)
    if (!box || box.size < box.body - box.offset) break
    if (at + box.size > to) throw new Unreadable(`the box ${JSON.stringify(box.type)} is larger than its parent`)
    boxes.push(box)
    if (boxes.length > maxBoxes) throw new Unreadable('it has too many boxes')
    at += box.size
  }
  return { boxes, end: at }
}

export const endOf = ({ offset, size }: Box): number => offset + size

export const contentOf = ({ view, base }: FileSlice, box: Box): DataView => viewOf(view, box.body - base, endOf(box) - base)

const bytesIn = ({ view, base }: FileSlice, from: number, to: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + from - base, Math.max(0, to - from))

/** Turns a box into an empty `free` box, which players skip. Its size and all other offsets stay. */
export const eraseBox = (box: Box): Patch[] => [writing(box.offset + 4, new TextEncoder().encode('free')), zeros(box.body, endOf(box))]

/** Erases everything between two offsets that the rules do not name. */
export function applyRules(slice: FileSlice, from: number, to: number, rules: Rules, patches: Patch[], depth = 0): void {
  if (depth > maxDepth) throw new Unreadable('boxes are nested too deeply')
  const { boxes, end } = boxesIn(slice, from, to)
  for (const box of boxes) {
    const rule = Object.hasOwn(rules, box.type) ? rules[box.type] : undefined
    if (rule === 'stays') continue
    if (typeof rule === 'function') rule(slice, box, patches)
    else if (rule) applyRules(slice, box.body, endOf(box), rule, patches, depth + 1)
    else eraseOther(slice, box, patches)
  }
  if (!isAllZero(bytesIn(slice, end, to))) patches.push(zeros(end, to))
}

function eraseOther(slice: FileSlice, box: Box, patches: Patch[]): void {
  const isSpare = box.type === 'free' || box.type === 'skip' || box.type === 'wide'
  if (isSpare && isAllZero(bytesIn(slice, box.body, endOf(box)))) return
  if ((box.type === 'udta' || box.type === 'meta') && isHarmlessTags(slice.view, box, slice.base)) return
  patches.push(...eraseBox(box))
}

/** Cameras write their names here, 24 bytes into the box and after the vendor. */
function eraseHandlerName(slice: FileSlice, box: Box, patches: Patch[]): void {
  if (endOf(box) - box.body < 24) throw new Unreadable('a handler is too short')
  const name = { from: box.body + 24, to: endOf(box) }
  if (!isHarmlessHandler(bytesIn(slice, name.from, name.to))) patches.push(zeros(name.from, name.to))
  if (!isHarmlessVendor(bytesIn(slice, box.body + 12, box.body + 16))) patches.push(zeros(box.body + 12, box.body + 16))
}

/** A QuickTime alias contains the path of a file on the author's disk. */
function eraseReferences(slice: FileSlice, box: Box, patches: Patch[]): void {
  for (const reference of boxesIn(slice, box.body + 8, endOf(box)).boxes) {
    const [from, to] = [reference.body + 4, endOf(reference)]
    if (!isAllZero(bytesIn(slice, from, to))) patches.push(zeros(from, to))
  }
}

/** Bytes of fixed fields before the boxes in a sample description; audio has more in later versions of QuickTime. */
const videoFields = 78
const audioFields = [28, 44, 64]

function eraseInDescriptions(slice: FileSlice, box: Box, patches: Patch[]): void {
  const { boxes, end } = boxesIn(slice, box.body + 8, endOf(box))
  if (end < endOf(box)) throw new Unreadable('a sample description is truncated')
  for (const entry of boxes) {
    const fields = bytesIn(slice, entry.body, Math.min(endOf(entry), entry.body + videoFields))
    if (fields.length < 28) throw new Unreadable('a sample description is too short')
    if (!isHarmlessVendor(fields.subarray(12, 16))) patches.push(zeros(entry.body + 12, entry.body + 16))
    const inside = patchesForVideo(slice, entry) ?? patchesForAudio(slice, entry)
    if (!inside) throw new Unreadable('a sample description has an unknown structure')
    patches.push(...inside)
  }
}

function patchesForVideo(slice: FileSlice, entry: Box): Patch[] | undefined {
  const inside = insideAfter(slice, entry, videoFields)
  const isVideo = inside && ['avcC', 'hvcC', 'av1C', 'vpcC', 'esds', 'glbl'].some((type) => inside.types.has(type))
  if (!isVideo) return undefined
  const name = { from: entry.body + 42, to: entry.body + 74 }
  const isPlain = isHarmlessCompressor(bytesIn(slice, name.from, name.to))
  return isPlain ? inside.patches : [zeros(name.from, name.to), ...inside.patches]
}

function patchesForAudio(slice: FileSlice, entry: Box): Patch[] | undefined {
  for (const fields of audioFields) {
    const inside = insideAfter(slice, entry, fields)
    if (inside) return inside.patches
  }
  return undefined
}

/** What to erase after the fixed fields, if boxes fill the rest of the entry. */
function insideAfter(slice: FileSlice, entry: Box, fields: number): { patches: Patch[]; types: Set<string> } | undefined {
  const from = entry.body + fields
  if (from > endOf(entry)) return undefined
  try {
    const { boxes, end } = boxesIn(slice, from, endOf(entry))
    const isWhole = isAllZero(bytesIn(slice, end, endOf(entry)))
    const isNamed = boxes.every(({ type }) => /^[\x20-\x7e\xa9]{4}$/.test(type))
    if (!isWhole || !isNamed) return undefined
    const patches: Patch[] = []
    applyRules(slice, from, endOf(entry), description, patches)
    return { patches, types: new Set(boxes.map(({ type }) => type)) }
  } catch (error) {
    if (error instanceof Unreadable) return undefined
    throw error
  }
}
