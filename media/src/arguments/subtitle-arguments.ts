import type { EmbeddedSubtitles } from '../probing/embedded/embedded-texts.ts'
import { defaultLimits } from '../probing/source-facts.ts'
import { args } from './args.ts'
import { inputArguments } from './input-allowlist.ts'

export const subtitleFile = ({ index, codec }: EmbeddedSubtitles): string => `subtitles-${index}.${codec === 'webvtt' ? 'vtt' : 'srt'}`

/** WebVTT is copied, so that its positions stay. Everything else becomes SubRip, whose encoder drops styles and keeps places as {\an8}. */
const output = (track: EmbeddedSubtitles): string[] =>
  args`-map 0:${track.index} -c:s ${track.codec === 'webvtt' ? 'copy' : 'srt'} -map_metadata -1 -f ${track.codec === 'webvtt' ? 'webvtt' : 'srt'} ${subtitleFile(track)}`

/** One run for all tracks: the whole file is read to find them. */
export const subtitleArguments = (path: string, tracks: readonly EmbeddedSubtitles[]): string[] => args`
  -hide_banner -nostdin -y -nostats -loglevel level+error ${inputArguments(path, defaultLimits.maxPixels)}
  ${tracks.flatMap(output)}
`
