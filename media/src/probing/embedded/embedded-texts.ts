import type { PacketTracks } from '../packet-log.ts'
import type { Probed, ProbedStream } from '../read-probe.ts'

/** Subtitles inside a source that can be read as text. */
export interface EmbeddedSubtitles {
  index: number
  codec: string
  /** As the file says, mostly of ISO 639-2; undefined where it does not. */
  language: string | undefined
  title: string | undefined
  isDefault: boolean
  /** Only for what is said or written in another language than that of the video. */
  isForced: boolean
  isForHearingImpaired: boolean
}

export interface EmbeddedChapter {
  /** Seconds from the start of the video. */
  start: number
  title: string | undefined
}

export interface EmbeddedTexts {
  subtitles: readonly EmbeddedSubtitles[]
  chapters: readonly EmbeddedChapter[]
}

const textCodecs = new Set(['mov_text', 'subrip', 'srt', 'ass', 'ssa', 'webvtt', 'text'])
const pictureCodecs = new Set(['dvd_subtitle', 'hdmv_pgs_subtitle', 'dvb_subtitle', 'xsub'])

const isSubtitle = ({ type }: ProbedStream): boolean => type === 'subtitle'
const isText = (stream: ProbedStream): boolean => isSubtitle(stream) && !stream.encrypted && textCodecs.has(stream.codec ?? '')

/** Undefined when the source has none, which is usual. */
export function readEmbeddedTexts({ streams, chapters = [] }: Probed, log: PacketTracks, origin: number): EmbeddedTexts | undefined {
  const subtitles = streams
    .filter((stream) => isText(stream) && (log.tracks.get(stream.index)?.times.length ?? 0) > 0)
    .map(({ index, codec = '', language, title, isDefault, isForced = false, isForHearingImpaired = false }) => ({
      index,
      codec,
      language,
      title,
      isDefault,
      isForced,
      isForHearingImpaired,
    }))
  if (subtitles.length === 0 && chapters.length === 0) return undefined
  return { subtitles, chapters: chapters.map(({ start, title }) => ({ start: Math.max(0, start - origin), title })) }
}

/** The subtitles of a source that are lost, as a sentence. */
export function notesOnSubtitles({ streams }: Probed): string[] {
  const lost = streams.filter((stream) => isSubtitle(stream) && !isText(stream))
  if (lost.length === 0) return []
  const codecs = [...new Set(lost.map(({ codec }) => codec ?? 'unknown'))].join(', ')
  const arePictures = lost.every(({ codec }) => pictureCodecs.has(codec ?? ''))
  const reason = arePictures ? 'they are pictures and not text' : 'they cannot be read as text'
  return [
    `The file has ${lost.length === 1 ? 'one subtitle track' : `${lost.length} subtitle tracks`} (${codecs}) that cannot be kept: ${reason}.`,
  ]
}
