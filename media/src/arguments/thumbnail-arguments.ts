import type { Size } from '../probing/source-facts.ts'
import { args } from './args.ts'
import { thumbnailLabels } from './filter-graph.ts'
import { ownInput } from './input-allowlist.ts'

/** Names of the files that a pass writes into its folder. */
export const passFiles = {
  thumbnail: 'sample-%03d.jpg',
  storyboard: 'storyboard.jpg',
  grey: 'samples.grey',
  times: 'samples.times',
  preview: 'preview.nut',
} as const

/** Log level and progress reports on stdout. */
export const reportArguments: readonly string[] = args`
  -hide_banner -nostdin -y -benchmark -nostats -loglevel level+info
  -progress pipe:1 -stats_period 0.5
`

const each: readonly string[] = args`-fps_mode passthrough -map_metadata -1`
const inMilliseconds: readonly string[] = args`-enc_time_base 1:1000`

/** Progress of the pass on stdout, one timestamp a line. */
export const progressArguments = (): string[] => args`
  -map [${thumbnailLabels.progress}] ${each} ${inMilliseconds} -c:v rawvideo -flush_packets 1
  -f mkvtimestamp_v2 pipe:1
`

export const thumbnailArguments = (): string[] => args`
  -map [${thumbnailLabels.pictures}] ${each} -c:v mjpeg -q:v 3 -f image2 ${passFiles.thumbnail}
  -map [${thumbnailLabels.sheet}] ${each} -c:v mjpeg -q:v 5 -frames:v 1 -f image2 -update 1 ${passFiles.storyboard}
  -map [${thumbnailLabels.grey}] ${each} -c:v rawvideo -f rawvideo ${passFiles.grey}
  -map [${thumbnailLabels.times}] ${each} ${inMilliseconds} -c:v rawvideo -f mkvtimestamp_v2 ${passFiles.times}
  ${progressArguments()}
  -map [${thumbnailLabels.preview}] ${each} ${inMilliseconds} -c:v rawvideo -pix_fmt yuv420p -f nut ${passFiles.preview}
`

/** The GIF preview, from the small raw frames of the pass. */
export function previewArguments(size: Size, framesPerSecond: number, output: string): string[] {
  const thin = `fps=${framesPerSecond}:round=up:eof_action=pass`
  const graph = `[0:0]${thin},scale=${size.width}:${size.height}:flags=lanczos,split=2[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle[out]`
  return args`
    ${reportArguments}
    ${ownInput(passFiles.preview, ['nut'], ['rawvideo'])}
    -filter_complex ${graph} -map [out] -map_metadata -1 -loop 0 -f gif ${output}
  `
}
