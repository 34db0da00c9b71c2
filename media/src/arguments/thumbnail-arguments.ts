import { fitInto } from '../planning/ladder.ts'
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

/** Names of the finished pictures. */
export const pictureFiles = { thumbnail: 'thumbnail.jpg', card: 'card.webp' } as const

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

/** The thumbnail as cards show it, at twice their usual size. */
export const cardBox: Size = { width: 640, height: 360 }

export const cardEncoder: readonly string[] = args`-c:v libwebp -q:v 75`

const cardArguments = (thumbnail: Size): string[] => {
  const { width, height } = fitInto(thumbnail, cardBox)
  return args`-map 1:0 -vf scale=${width}:${height}:flags=lanczos -map_metadata -1 ${cardEncoder} -f webp ${pictureFiles.card}`
}

/** The GIF preview, from the small raw frames of the pass. With a thumbnail of this size, the same process makes the card's picture of it. */
export function previewArguments(size: Size, framesPerSecond: number, output: string, thumbnail?: Size): string[] {
  const thin = `fps=${framesPerSecond}:round=up:eof_action=pass`
  const graph = `[0:0]${thin},scale=${size.width}:${size.height}:flags=lanczos,split=2[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle[out]`
  return args`
    ${reportArguments}
    ${ownInput(passFiles.preview, ['nut'], ['rawvideo'])}
    ${thumbnail ? args`-f jpeg_pipe ${ownInput(pictureFiles.thumbnail, ['jpeg_pipe'], ['mjpeg'])}` : []}
    -filter_complex ${graph} -map [out] -map_metadata -1 -loop 0 -f gif ${output}
    ${thumbnail ? cardArguments(thumbnail) : []}
  `
}
