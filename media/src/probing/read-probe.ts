import { args } from '../arguments/args.ts'

/** ffprobe's JSON, checked field by field, because an untrusted file decides what is in it. */
export interface ProbedStream {
  index: number
  type: string
  codec: string | undefined
  profile: string | undefined
  level: number | undefined
  width: number
  height: number
  sampleAspect: string | undefined
  pixelFormat: string | undefined
  fieldOrder: string | undefined
  averageRate: string | undefined
  nominalRate: string | undefined
  colourRange: string | undefined
  colourPrimaries: string | undefined
  colourTransfer: string | undefined
  colourMatrix: string | undefined
  bitrate: number | undefined
  duration: number | undefined
  channels: number
  sampleRate: number
  isDefault: boolean
  isAttachedPicture: boolean
  encrypted: boolean
  displayMatrix: readonly number[] | undefined
  /** Profiles 7 and 8 of Dolby Vision contain a regular HDR picture, 5 does not. */
  dolbyVision: number | undefined
  /** Of audio and subtitles. */
  language?: string | undefined
  title?: string | undefined
  isForced?: boolean
  isForHearingImpaired?: boolean
}

export interface Probed {
  format: string
  brand: string | undefined
  start: number
  duration: number | undefined
  streams: readonly ProbedStream[]
  /** `start`: seconds on the file's own clock. */
  chapters?: readonly { start: number; title: string | undefined }[]
}

type Json = Record<string, unknown>

const asObject = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {})
const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const asText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== 'unknown' && value !== 'N/A' ? value : undefined

/** ffprobe writes numbers as numbers or strings, depending on the field. */
function asNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

export function readProbe(json: string): Probed | undefined {
  const root = asObject(parse(json))
  const format = asObject(root['format'])
  const name = asText(format['format_name'])
  if (!name) return undefined
  return {
    format: name,
    brand: asText(asObject(format['tags'])['major_brand'])?.trim(),
    start: asNumber(format['start_time']) ?? 0,
    duration: asNumber(format['duration']),
    streams: asList(root['streams']).map(readStream),
    chapters: asList(root['chapters']).flatMap(readChapter),
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

function readStream(value: unknown): ProbedStream {
  const stream = asObject(value)
  const disposition = asObject(stream['disposition'])
  const tags = asObject(stream['tags'])
  return {
    index: asNumber(stream['index']) ?? -1,
    type: asText(stream['codec_type']) ?? 'unknown',
    codec: asText(stream['codec_name']),
    profile: asText(stream['profile']),
    level: asNumber(stream['level']),
    width: asNumber(stream['width']) ?? 0,
    height: asNumber(stream['height']) ?? 0,
    sampleAspect: asText(stream['sample_aspect_ratio']),
    pixelFormat: asText(stream['pix_fmt']),
    fieldOrder: asText(stream['field_order']),
    averageRate: asText(stream['avg_frame_rate']),
    nominalRate: asText(stream['r_frame_rate']),
    colourRange: asText(stream['color_range']),
    colourPrimaries: asText(stream['color_primaries']),
    colourTransfer: asText(stream['color_transfer']),
    colourMatrix: asText(stream['color_space']),
    bitrate: asNumber(stream['bit_rate']),
    duration: asNumber(stream['duration']),
    channels: asNumber(stream['channels']) ?? 0,
    sampleRate: asNumber(stream['sample_rate']) ?? 0,
    isDefault: disposition['default'] === 1,
    isAttachedPicture: disposition['attached_pic'] === 1 || disposition['timed_thumbnails'] === 1,
    encrypted: /^(encv|enca|drm[is])$/.test(asText(stream['codec_tag_string']) ?? ''),
    displayMatrix: readMatrix(stream['side_data_list']),
    dolbyVision: asList(stream['side_data_list'])
      .map((entry) => asNumber(asObject(entry)['dv_profile']))
      .find((profile) => profile !== undefined),
    language: asText(tags['language']),
    title: asText(tags['title']) ?? trackName(asText(tags['handler_name'])),
    isForced: disposition['forced'] === 1,
    isForHearingImpaired: disposition['hearing_impaired'] === 1,
  }
}

/** MP4 has the name of a track where others have their program's. */
const trackName = (handler: string | undefined): string | undefined =>
  handler === undefined || /handler|^(?:mainconcept|apple|gpac|iso media)/i.test(handler) ? undefined : handler

function readChapter(value: unknown): { start: number; title: string | undefined }[] {
  const chapter = asObject(value)
  const start = asNumber(chapter['start_time'])
  return start === undefined ? [] : [{ start, title: asText(asObject(chapter['tags'])['title']) }]
}

/** ffprobe prints the 3 × 3 display matrix as rows of integers, each row with its number first: `00000000:  0  65536  0`. */
function readMatrix(sideData: unknown): readonly number[] | undefined {
  for (const entry of asList(sideData)) {
    const text = asText(asObject(entry)['displaymatrix'])
    if (!text) continue
    const numbers = text.split('\n').flatMap((row) => row.replace(/^\s*\d+:/, '').match(/-?\d+/g) ?? [])
    if (numbers.length === 9) return numbers.map(Number)
  }
  return undefined
}

export interface ProbedFrame {
  track: number
  time: number | undefined
  width: number
  height: number
  pixelFormat: string | undefined
  interlaced: boolean
  sampleAspect: string | undefined
  colourRange: string | undefined
  colourPrimaries: string | undefined
  colourTransfer: string | undefined
  colourMatrix: string | undefined
}

export const frameArguments: readonly string[] = args`
  -show_entries frame=stream_index,pts_time,best_effort_timestamp_time,width,height,pix_fmt,interlaced_frame,sample_aspect_ratio,color_range,color_primaries,color_transfer,color_space
  -of json
`

/** The first decoded frames, which are reliable where the header may be wrong. */
export function readFrames(json: string): ProbedFrame[] {
  return asList(asObject(parse(json))['frames'])
    .map(asObject)
    .map((frame) => ({
      track: asNumber(frame['stream_index']) ?? -1,
      time: asNumber(frame['best_effort_timestamp_time']) ?? asNumber(frame['pts_time']),
      width: asNumber(frame['width']) ?? 0,
      height: asNumber(frame['height']) ?? 0,
      pixelFormat: asText(frame['pix_fmt']),
      interlaced: frame['interlaced_frame'] === 1,
      sampleAspect: asText(frame['sample_aspect_ratio']),
      colourRange: asText(frame['color_range']),
      colourPrimaries: asText(frame['color_primaries']),
      colourTransfer: asText(frame['color_transfer']),
      colourMatrix: asText(frame['color_space']),
    }))
}

/** The first frame according to the header, for our own files, which need no decoding. */
export const frameFromHeader = (stream: ProbedStream): ProbedFrame => ({
  track: stream.index,
  time: undefined,
  width: stream.width,
  height: stream.height,
  pixelFormat: stream.pixelFormat,
  interlaced: false,
  sampleAspect: stream.sampleAspect,
  colourRange: stream.colourRange,
  colourPrimaries: stream.colourPrimaries,
  colourTransfer: stream.colourTransfer,
  colourMatrix: stream.colourMatrix,
})
