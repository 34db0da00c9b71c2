import { isHarmlessCompressor, isHarmlessHandler, isHarmlessTags, isHarmlessVendor } from './harmless-tags.ts'
import { type Box, readBox, viewOf } from './mp4-boxes.ts'
import { isAllZero, type Patch, writing, zeros } from './patch.ts'
import { Unreadable } from './unreadable.ts'

/** Some bytes of the file, and where they begin in it. */
export interface FileSlice {
  view: DataView
  base: number
}

/** What becomes of a box: it stays as it is, its children are looked at, or something of its own is done. All others are erased. */
type Rule = 'stays' | Rules | ((slice: FileSlice, box: Box, patches: Patch[]) => void)
export interface Rules {
  readonly [type: string]: Rule
}

const maxBoxes = 100_000
const maxDepth = 12

const stays = (...types: string[]): Rules => Object.fromEntries(types.map((type) => [type, 'stays'] as const))

/** What is inside the description of a picture or sound: what a decoder needs and nothing else. */
const description = stays(
  ...[
    'avcC',
    'hvcC',
    'av1C',
    'vpcC',
    'dvcC',
    'dvvC',
    'esds',
    'btrt',
    'pasp',
    'colr',
    'clap',
    'fiel',
    'gama',
    'chrm',
    'mdcv',
    'clli',
    'ccst',
  ],
  ...[
    'SmDm',
    'CoLL',
    'st3d',
    'sv3d',
    'wave',
    'chan',
    'chnl',
    'dOps',
    'dfLa',
    'dac3',
    'dec3',
    'alac',
    'srat',
    'pcmC',
    'sinf',
    'frma',
    'glbl',
  ],
)

const sampleTable: Rules = {
  stsd: eraseInDescriptions,
  ...stays('stts', 'ctts', 'cslg', 'stsc', 'stsz', 'stz2', 'stco', 'co64', 'stss', 'stps', 'stsh', 'stdp', 'sdtp', 'sbgp', 'sgpd'),
  ...stays('subs', 'saiz', 'saio', 'padb'),
}

/** Of a track with pictures or sound. */
export const trackRules: Rules = {
  ...stays('tkhd', 'edts', 'tref', 'tapt', 'load'),
  mdia: {
    ...stays('mdhd', 'elng'),
    hdlr: eraseHandlerName,
    minf: { ...stays('vmhd', 'smhd', 'nmhd'), hdlr: eraseHandlerName, dinf: { dref: eraseReferences }, stbl: sampleTable },
  },
}

export const trackFragmentRules: Rules = stays('tfhd', 'tfdt', 'trun', 'sdtp', 'sbgp', 'sgpd', 'saiz', 'saio', 'subs', 'senc')

/** The boxes that lie between two places, and where they end. What is too large for its parent makes the file unreadable. */
export function boxesIn({ view, base }: FileSlice, from: number, to: number): { boxes: Box[]; end: number } {
  const boxes: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const box = readBox(view, at - base, base)
    if (!box || box.size < box.body - box.offset) break
    if (at + box.size > to) throw new Unreadable(`a box ${JSON.stringify(box.type)} that is larger than what it lies in`)
    boxes.push(box)
    if (boxes.length > maxBoxes) throw new Unreadable('too many boxes')
    at += box.size
  }
  return { boxes, end: at }
}

export const endOf = ({ offset, size }: Box): number => offset + size

export const contentOf = ({ view, base }: FileSlice, box: Box): DataView => viewOf(view, box.body - base, endOf(box) - base)

const bytesIn = ({ view, base }: FileSlice, from: number, to: number): Uint8Array =>
  new Uint8Array(view.buffer, view.byteOffset + from - base, Math.max(0, to - from))

/** Makes a box one that everybody skips, with nothing in it. Its size, and so every other offset, stays. */
export const eraseBox = (box: Box): Patch[] => [writing(box.offset + 4, new TextEncoder().encode('free')), zeros(box.body, endOf(box))]

/** Erases what the rules do not name between two places. */
export function applyRules(slice: FileSlice, from: number, to: number, rules: Rules, patches: Patch[], depth = 0): void {
  if (depth > maxDepth) throw new Unreadable('boxes in boxes without end')
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

/** Cameras write their own names here. The text begins 24 bytes into the box, behind who made the handler. */
function eraseHandlerName(slice: FileSlice, box: Box, patches: Patch[]): void {
  if (endOf(box) - box.body < 24) throw new Unreadable('a handler that is too short')
  const name = { from: box.body + 24, to: endOf(box) }
  if (!isHarmlessHandler(bytesIn(slice, name.from, name.to))) patches.push(zeros(name.from, name.to))
  if (!isHarmlessVendor(bytesIn(slice, box.body + 12, box.body + 16))) patches.push(zeros(box.body + 12, box.body + 16))
}

/** An alias of QuickTime holds the path of a file on somebody's disk. */
function eraseReferences(slice: FileSlice, box: Box, patches: Patch[]): void {
  for (const reference of boxesIn(slice, box.body + 8, endOf(box)).boxes) {
    const [from, to] = [reference.body + 4, endOf(reference)]
    if (!isAllZero(bytesIn(slice, from, to))) patches.push(zeros(from, to))
  }
}

/** Where the boxes inside a description begin: pictures have 78 bytes before them, sound 28, and more in QuickTime's later versions. */
const pictureFields = 78
const soundFields = [28, 44, 64]

function eraseInDescriptions(slice: FileSlice, box: Box, patches: Patch[]): void {
  const { boxes, end } = boxesIn(slice, box.body + 8, endOf(box))
  if (end < endOf(box)) throw new Unreadable('a description that is cut off')
  for (const entry of boxes) {
    const fields = bytesIn(slice, entry.body, Math.min(endOf(entry), entry.body + pictureFields))
    if (fields.length < 28) throw new Unreadable('a description that is too short')
    if (!isHarmlessVendor(fields.subarray(12, 16))) patches.push(zeros(entry.body + 12, entry.body + 16))
    const inside = insidePicture(slice, entry) ?? insideSound(slice, entry)
    if (!inside) throw new Unreadable('a description of an unknown form')
    patches.push(...inside)
  }
}

function insidePicture(slice: FileSlice, entry: Box): Patch[] | undefined {
  const inside = insideAfter(slice, entry, pictureFields)
  // A picture has a size; where that stands a sound has its rate, which is never two such numbers.
  const isPicture = inside && ['avcC', 'hvcC', 'av1C', 'vpcC', 'esds', 'glbl'].some((type) => inside.types.has(type))
  if (!isPicture) return undefined
  const name = { from: entry.body + 42, to: entry.body + 74 }
  const isPlain = isHarmlessCompressor(bytesIn(slice, name.from, name.to))
  return isPlain ? inside.patches : [zeros(name.from, name.to), ...inside.patches]
}

function insideSound(slice: FileSlice, entry: Box): Patch[] | undefined {
  for (const fields of soundFields) {
    const inside = insideAfter(slice, entry, fields)
    if (inside) return inside.patches
  }
  return undefined
}

/** What to erase behind the fields, if boxes follow there up to the end. */
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
