import { type Box, readBox } from './mp4-boxes.ts'

/**
 * What programs write into files about themselves. It identifies neither a person nor a device, so a file with only this can be shared
 * without a cleaned copy.
 */
const programs = /^(lav[fc]|libx26|x26[45]|handbrake|ffmpeg|gpac|google|vlc|mp4box|shaka|bento4|l-smash)/i

const handlerNames = [
  /^$/,
  /^(video|sound|audio|vide|soun)$/i,
  /^(video|sound|audio|data)(media)?handler?$/i,
  /^(mainconcept mp4 )?(video|sound|audio|data) media handler$/i,
  /^apple (video|sound|alias data) (media )?handler$/i,
  /^core media (video|audio|data handler)$/i,
  /^(gpac|bento4|l-smash|iso|shaka).{0,20} (video|audio|sound) handler$/i,
  /^iso media file produced by google inc\b/i,
  /^(26[45]@)?gpac[\w.-]*$/i,
  /^twitter-vork muxer$/i,
]

/** A C string, or QuickTime's string with a length in front. */
function textOf(bytes: Uint8Array): string {
  const isCounted = bytes.length > 0 && (bytes[0] ?? 0) < 32 && bytes[0] === bytes.length - 1
  const text = String.fromCharCode(...bytes.subarray(isCounted ? 1 : 0, 256))
  return text.split('\0', 1)[0]?.trim() ?? ''
}

export const isHarmlessHandler = (name: Uint8Array): boolean => {
  const text = textOf(name)
  // Bytes after the end of the text may be private too.
  const rest = name.subarray(name.indexOf(0) < 0 ? name.length : name.indexOf(0))
  const isPlain = name[0] === 0 ? name.every((byte) => byte === 0) : rest.every((byte) => byte === 0)
  return isPlain && name.length <= 256 && handlerNames.some((known) => known.test(text))
}

/** The name of an encoder: a length and at most 31 characters. */
export function isHarmlessCompressor(field: Uint8Array): boolean {
  const text = String.fromCharCode(...field.subarray(1, 1 + Math.min(field[0] ?? 0, 31)))
  const rest = field.subarray(1 + text.length)
  return (
    rest.every((byte) => byte === 0 || byte === 0x20) &&
    (/^((h|avc|mpeg).?26[45]|avc coding|hevc coding|)$/i.test(text.trim()) || programs.test(text))
  )
}

export const isHarmlessVendor = (vendor: Uint8Array): boolean => /^(\0{4}|appl|FFMP)$/.test(String.fromCharCode(...vendor))

/** Whether this box of tags names only the program that wrote the file. */
export function isHarmlessTags(bytes: DataView, { type, body, size, offset }: Box, base: number, depth = 0): boolean {
  const from = body - base
  const to = offset - base + size
  if (depth > 3) return false
  if (type === 'hdlr' || type === '\xa9too' || type === '\xa9swr' || type === '\xa9enc') return isHarmlessTag(bytes, type, from, to)
  if (type === 'udta' || type === 'ilst') return areHarmless(bytes, from, to, base, depth)
  // MP4 has a version before the boxes of a meta, QuickTime has not.
  if (type === 'meta') return areHarmless(bytes, from + 4, to, base, depth) || areHarmless(bytes, from, to, base, depth)
  return (type === 'free' || type === 'skip') && isZero(bytes, from, to)
}

function areHarmless(bytes: DataView, from: number, to: number, base: number, depth: number): boolean {
  let at = from
  while (at + 8 <= to) {
    const box = readBox(bytes, at, base)
    if (!box || box.size < 8 || at + box.size > to || !isHarmlessTags(bytes, box, base, depth + 1)) return false
    at += box.size
  }
  return at <= to && isZero(bytes, at, to)
}

function isHarmlessTag(bytes: DataView, type: string, from: number, to: number): boolean {
  if (to - from > 300) return false
  const content = new Uint8Array(bytes.buffer, bytes.byteOffset + from, to - from)
  if (type === 'hdlr') return isHarmlessVendor(content.subarray(12, 16)) && content.subarray(24).every((byte) => byte === 0)
  // iTunes has 16 bytes before a value, QuickTime a length and a language.
  const text = String.fromCharCode(...content)
  return programs.test(text.slice(4, 8) === 'data' ? text.slice(16) : text.slice(4))
}

const isZero = (bytes: DataView, from: number, to: number): boolean => {
  for (let at = from; at < to; at += 1) if (bytes.getUint8(at) !== 0) return false
  return true
}
