/** Why a file is refused: a closed list, with a sentence for people for each. */
export type RefusalCause =
  | 'empty-file'
  | 'not-a-video'
  | 'audio-only'
  | 'damaged'
  | 'unsupported-format'
  | 'unsupported-codec'
  | 'encrypted'
  | 'too-many-pixels'
  | 'too-long'
  | 'too-many-frames'
  | 'took-too-long'
  | 'too-much-memory'

const sentences: Record<RefusalCause, string> = {
  'empty-file': 'The file is empty.',
  'not-a-video': 'The file is not a video.',
  'audio-only': 'The file has sound but no picture. Choose a file with a video.',
  damaged: 'The file is damaged: its video cannot be read.',
  'unsupported-format': 'This file format is not supported. Use MP4, MOV, AVI, MKV or WebM.',
  'unsupported-codec': 'The file uses a codec that is not supported.',
  encrypted: 'The video is encrypted and cannot be read.',
  'too-many-pixels': 'The resolution of the video is too high to be processed.',
  'too-long': 'The video is too long to be processed.',
  'too-many-frames': 'The video has too many frames to be processed.',
  'took-too-long': 'Reading the file took too long and was stopped.',
  'too-much-memory': 'Reading the file needs too much memory. It may be damaged.',
}

/** Thrown for a file that cannot or must not be processed. The message is for people and names no path. */
export class Refusal extends Error {
  readonly refusal: RefusalCause
  /** The decoder that is not on our list, if that is the cause. */
  readonly codec: string | undefined
  constructor(refusal: RefusalCause, sentence: string = sentences[refusal], codec?: string) {
    super(sentence)
    this.name = 'Refusal'
    this.refusal = refusal
    this.codec = codec
  }
}

/** Reads the cause from ffprobe's messages. `text` is its stderr, `head` the first bytes of the file; the most specific cause is tested first. */
export function refusalFromMessages(text: string, head: Uint8Array): Refusal {
  const codec = /Codec \(([\w.-]+)\) not on whitelist/.exec(text)?.[1]
  if (codec) return new Refusal('unsupported-codec', `The file uses the codec ${codec}, which is not supported.`, codec)
  if (/Format not on whitelist/.test(text)) return new Refusal('unsupported-format')
  if (/exceeds specified max pixel count|Picture size \d+x\d+ is invalid|Invalid (image|picture) (size|dimensions)/.test(text)) {
    return new Refusal('too-many-pixels')
  }
  // ffprobe goes by the file name and reports a text file named .mp4 as an MP4 without an index; it is no damaged video.
  if (!beginsLikeVideo(head)) return new Refusal('not-a-video')
  if (/not currently supported|Unsupported codec|No decoder|Decoder .* not found/i.test(text)) return new Refusal('unsupported-codec')
  if (/moov atom not found|truncat|partial file|End of file|Packet corrupt|error reading header/i.test(text)) return new Refusal('damaged')
  return new Refusal('not-a-video')
}

/** The first bytes of common containers: AVI, FLV, Ogg, GIF, Matroska, MPEG program stream and video, MXF, ASF, MPEG-TS. */
const beginnings: readonly (readonly number[])[] = [
  [0x52, 0x49, 0x46, 0x46],
  [0x46, 0x4c, 0x56],
  [0x4f, 0x67, 0x67, 0x53],
  [0x47, 0x49, 0x46, 0x38],
  [0x1a, 0x45, 0xdf, 0xa3],
  [0x00, 0x00, 0x01, 0xba],
  [0x00, 0x00, 0x01, 0xb3],
  [0x06, 0x0e, 0x2b, 0x34],
  [0x30, 0x26, 0xb2, 0x75],
  [0x47],
]

function beginsLikeVideo(head: Uint8Array): boolean {
  const box = String.fromCharCode(...head.subarray(4, 8))
  if (/^(ftyp|moov|mdat|free|skip|wide|pnot|uuid|moof|styp)$/.test(box)) return true
  return beginnings.some((bytes) => bytes.every((byte, at) => head[at] === byte))
}
