import type { Colour, VideoTrack } from './source-facts.ts'

interface ColourFields {
  colourRange: string | undefined
  colourPrimaries: string | undefined
  colourTransfer: string | undefined
  colourMatrix: string | undefined
}

export function readColour(fields: ColourFields, pixelFormat: string): Colour {
  const transfer = fields.colourTransfer
  const wide = fields.colourPrimaries === 'bt2020' || fields.colourMatrix === 'bt2020nc' || fields.colourMatrix === 'bt2020c'
  const range = transfer === 'smpte2084' ? 'pq' : transfer === 'arib-std-b67' ? 'hlg' : wide ? 'wide' : 'sdr'
  return {
    primaries: fields.colourPrimaries,
    transfer,
    matrix: fields.colourMatrix,
    fullRange: fields.colourRange === 'pc' || pixelFormat.startsWith('yuvj'),
    range,
  }
}

/** Bits of one sample, from ffmpeg's name of the pixel format (yuv420p10le, gbrp12be, gray16le, p010le, x2rgb10le, v210). */
export function bitDepthOf(pixelFormat: string): number {
  const deep =
    /^(?:yuva?\d{3}p|gbrap?|gray|x2rgb|x2bgr|xyz|nv20|p[02-4]|y2)(\d{1,2})(?:le|be)?$/.exec(pixelFormat)?.[1] ??
    /p(9|1[0-6])(?:le|be)$/.exec(pixelFormat)?.[1]
  if (deep) return Number(deep)
  if (/^(rgb|bgr)48|^(rgba|bgra)64|^ya16/.test(pixelFormat)) return 16
  if (/f32/.test(pixelFormat)) return 32
  return 8
}

export function chromaOf(pixelFormat: string): VideoTrack['chroma'] {
  if (/^(rgb|bgr|gbr|argb|abgr|0rgb|0bgr|rgba|bgra|x2rgb|x2bgr|pal8|xyz)/.test(pixelFormat)) return 'rgb'
  if (/^(gray|ya\d|mono)/.test(pixelFormat)) return '4:0:0'
  if (/^(yuv[aj]?420|nv12|nv21|p010|p012|p016)/.test(pixelFormat)) return '4:2:0'
  if (/^(yuv[aj]?422|nv16|nv20|yuyv|uyvy|yvyu|p210|p216|y210|y212)/.test(pixelFormat)) return '4:2:2'
  if (/^(yuv[aj]?444|nv24|nv42|p410|p416|vuy|ayuv|xv)/.test(pixelFormat)) return '4:4:4'
  return 'other'
}

/** The colour tags of every rendition, so that no player guesses them from the height (480 lines of an HD source are BT.709). */
export interface ColourTags {
  primaries: string
  transfer: string
  matrix: string
}

const bt709: ColourTags = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709' }
const bt601: ColourTags = { primaries: 'smpte170m', transfer: 'smpte170m', matrix: 'smpte170m' }
const knownMatrices = new Set(['bt709', 'smpte170m', 'bt470bg', 'smpte240m', 'fcc'])
const knownPrimaries = new Set(['bt709', 'smpte170m', 'bt470bg', 'bt470m', 'smpte240m', 'smpte432', 'smpte431', 'film'])
const knownTransfers = new Set(['bt709', 'smpte170m', 'bt470bg', 'bt470m', 'smpte240m', 'iec61966-2-1', 'linear'])

/** Untagged files get what players assume of the source: BT.601 below 720 lines, BT.709 above. */
export function outputTags(video: VideoTrack): ColourTags {
  const { colour, chroma, stored } = video
  if (colour.range !== 'sdr') return bt709
  const guess = Math.min(stored.width, stored.height) < 720 && Math.max(stored.width, stored.height) < 1280 ? bt601 : bt709
  // RGB has the primaries of BT.709; the matrix follows what players assume at this size.
  if (chroma === 'rgb') return { ...bt709, matrix: guess.matrix }
  const matrix = known(knownMatrices, colour.matrix) ?? guess.matrix
  const fallback = matrix === 'bt709' ? bt709 : bt601
  return {
    matrix,
    primaries: known(knownPrimaries, colour.primaries) ?? fallback.primaries,
    transfer: known(knownTransfers, colour.transfer) ?? fallback.transfer,
  }
}

const known = (names: Set<string>, name: string | undefined): string | undefined =>
  name !== undefined && names.has(name) ? name : undefined
