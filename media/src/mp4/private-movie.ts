import type { Box } from './mp4-boxes.ts'
import type { Patch } from './patch.ts'
import {
  applyRules,
  boxesIn,
  contentOf,
  endOf,
  eraseBox,
  type FileSlice,
  type Rules,
  trackFragmentRules,
  trackRules,
} from './private-boxes.ts'
import { chunkRanges, type Range, runRanges } from './sample-ranges.ts'
import { Unreadable } from './unreadable.ts'

/** What later fragments need to know of a `moov`. */
export interface Movie {
  /** Samples of the video and audio tracks, which stay. */
  sampleRanges: Range[]
  /** The default sample size in fragments, by track. */
  trexSizes: Map<number, number>
  hasErasedTracks: boolean
}

/** Finds private data in a `moov`. Tracks without video or audio, in which cameras store locations, are erased as a whole. */
export function eraseInMovie(slice: FileSlice, moov: Box, patches: Patch[]): Movie {
  const boxes = childrenOf(slice, moov)
  const tracks = boxes.filter(({ type }) => type === 'trak').map((trak) => readTrack(slice, trak))
  const erased = new Set(tracks.filter(({ isPlayed }) => !isPlayed).map(({ trak }) => trak.offset))
  const hasErasedTracks = erased.size > 0
  const movie: Movie = { sampleRanges: tracks.flatMap(({ ranges }) => ranges), trexSizes: new Map(), hasErasedTracks }
  const ids = new Set(tracks.filter(({ isPlayed }) => isPlayed).map(({ id }) => id))
  // References to erased tracks must go, too.
  const { tref: _, ...withoutReferences } = trackRules
  const rules: Rules = {
    mvhd: 'stays',
    iods: 'stays',
    trak(within, box, found) {
      if (erased.has(box.offset)) found.push(...eraseBox(box))
      else applyRules(within, box.body, endOf(box), hasErasedTracks ? withoutReferences : trackRules, found, 1)
    },
    mvex: {
      mehd: 'stays',
      trex(within, box, found) {
        const trex = contentOf(within, box)
        if (trex.byteLength < 24) throw new Unreadable('a track extension is too short')
        if (ids.has(trex.getUint32(4))) movie.trexSizes.set(trex.getUint32(4), trex.getUint32(16))
        else found.push(...eraseBox(box))
      },
    },
  }
  applyRules(slice, moov.body, endOf(moov), rules, patches)
  return movie
}

interface Track {
  trak: Box
  id: number
  isPlayed: boolean
  ranges: Range[]
}

function readTrack(slice: FileSlice, trak: Box): Track {
  const header = contentOf(slice, only(slice, trak, 'tkhd'))
  const media = only(slice, trak, 'mdia')
  const handler = contentOf(slice, only(slice, media, 'hdlr'))
  const idAt = header.byteLength > 0 && header.getUint8(0) === 1 ? 20 : 12
  if (handler.byteLength < 12 || header.byteLength < idAt + 4) throw new Unreadable('a track has no header')
  const kind = handler.getUint32(8)
  const isPlayed = kind === 0x76696465 || kind === 0x736f756e
  const track = { trak, id: header.getUint32(idAt), isPlayed, ranges: [] }
  if (!isPlayed) return track
  const table = only(slice, only(slice, media, 'minf'), 'stbl')
  only(slice, table, 'stsd')
  const tables = new Map<string, DataView>()
  for (const box of childrenOf(slice, table)) {
    if (!/^(stsc|stsz|stz2|stco|co64)$/.test(box.type)) continue
    if (tables.has(box.type)) throw new Unreadable(`a track has a second ${box.type}`)
    tables.set(box.type, contentOf(slice, box))
  }
  const [stsc, stsz, stz2, stco, co64] = ['stsc', 'stsz', 'stz2', 'stco', 'co64'].map((type) => tables.get(type))
  if (!stsc) throw new Unreadable('a track has no sample table')
  return { ...track, ranges: chunkRanges({ stsc, stsz, stz2, stco, co64 }) }
}

/** Finds private data in a `moof` and returns the ranges of its video and audio samples. */
export function eraseInFragment(slice: FileSlice, moof: Box, movie: Movie, patches: Patch[]): Range[] {
  const sampleRanges: Range[] = []
  let after = moof.offset
  const traf: Rules['traf'] = (within, box, found) => {
    const children = childrenOf(within, box)
    const tfhd = contentOf(within, only(within, box, 'tfhd'))
    const truns = children.filter(({ type }) => type === 'trun').map((trun) => contentOf(within, trun))
    const id = tfhd.byteLength >= 8 ? tfhd.getUint32(4) : 0
    const trexSize = movie.trexSizes.get(id)
    const ranges = runRanges({ tfhd, truns, trexSize: trexSize ?? 0 }, { moofAt: moof.offset, after })
    after = ranges.at(-1)?.to ?? after
    if (trexSize === undefined) {
      found.push(...eraseBox(box))
      return
    }
    sampleRanges.push(...ranges)
    applyRules(within, box.body, endOf(box), trackFragmentRules, found, 1)
  }
  applyRules(slice, moof.body, endOf(moof), { mfhd: 'stays', traf }, patches)
  return sampleRanges
}

const childrenOf = (slice: FileSlice, box: Box): Box[] => boxesIn(slice, box.body, endOf(box)).boxes

/** The only child of this type. With two it would be unclear which one players use. */
function only(slice: FileSlice, parent: Box, type: string): Box {
  const [box, second] = childrenOf(slice, parent).filter((child) => child.type === type)
  if (!box || second) throw new Unreadable(`${second ? 'more than one' : 'no'} ${type} in a ${parent.type}`)
  return box
}
