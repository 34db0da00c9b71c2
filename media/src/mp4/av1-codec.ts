const twoDigits = (value: number): string => String(value).padStart(2, '0')

interface Av1Configuration {
  profile: number
  level: number
  isHighTier: boolean
  bitDepth: 8 | 10 | 12
  isMonochrome: boolean
  /** Two bits for subsampling, and the place of the colour samples. */
  chroma: readonly [x: number, y: number, position: number]
}

/** Reads the configuration record of a track (`av1C`, AV1 Codec ISO Media File Format Binding 2.3). */
export function readAv1Configuration(av1C: DataView): Av1Configuration {
  const [levels, flags] = [av1C.getUint8(1), av1C.getUint8(2)]
  const bit = (place: number): number => (flags >> place) & 1
  return {
    profile: levels >> 5,
    level: levels & 0x1f,
    isHighTier: bit(7) === 1,
    bitDepth: bit(6) === 0 ? 8 : bit(5) === 0 ? 10 : 12,
    isMonochrome: bit(4) === 1,
    chroma: [bit(3), bit(2), flags & 0x3],
  }
}

/** What the short form of the codec string stands for: colour in 4:2:0 of BT.709 with studio range. */
const usualColour = '0.110.01.01.01.0'

/** The RFC 6381 codec string of an AV1 track: `av01.0.08M.10`, followed by the colours where they are not those of BT.709. */
export function av1CodecString(av1C: DataView, colr: DataView | undefined): string {
  const { profile, level, isHighTier, bitDepth, isMonochrome, chroma } = readAv1Configuration(av1C)
  const short = `av01.${profile}.${twoDigits(level)}${isHighTier ? 'H' : 'M'}.${twoDigits(bitDepth)}`
  const colours = colr && coloursOf(colr)
  if (!colours) return short
  const [x, y] = chroma
  // The place of the colour samples is written only for 4:2:0.
  const sampling = `${x}${y}${x && y ? chroma[2] : 0}`
  const long = `${isMonochrome ? 1 : 0}.${sampling}.${colours}`
  return long === usualColour || long === usualColour.replace('110', '111') ? short : `${short}.${long}`
}

/** Primaries, transfer, matrix and range of a `colr` box of type `nclx`. */
function coloursOf(colr: DataView): string | undefined {
  const type = String.fromCharCode(...[0, 1, 2, 3].map((at) => colr.getUint8(at)))
  if (type !== 'nclx') return undefined
  const numbers = [4, 6, 8].map((at) => twoDigits(colr.getUint16(at)))
  return `${numbers.join('.')}.${colr.getUint8(10) >> 7}`
}
