import { stillLabels } from './filter-graph.ts'
import type { Size } from './source-facts.ts'
import { ownInput } from './what-we-open.ts'

/** Names of the files the pass leaves in its folder. */
export const passFiles = {
  still: 'still-%03d.jpg',
  storyboard: 'storyboard.jpg',
  grey: 'stills.grey',
  times: 'stills.times',
  preview: 'preview.nut',
} as const

const each: readonly string[] = ['-fps_mode', 'passthrough', '-map_metadata', '-1']

/** How far the pass is, one time a line. */
export const beatArguments = (): string[] => [
  ...['-map', `[${stillLabels.beat}]`, ...each, '-enc_time_base', '1:1000', '-c:v', 'rawvideo', '-flush_packets', '1'],
  ...['-f', 'mkvtimestamp_v2', 'pipe:1'],
]

export function stillArguments(): string[] {
  return [
    ...['-map', `[${stillLabels.pictures}]`, ...each, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', passFiles.still],
    ...[
      '-map',
      `[${stillLabels.sheet}]`,
      ...each,
      '-c:v',
      'mjpeg',
      '-q:v',
      '5',
      '-frames:v',
      '1',
      '-f',
      'image2',
      '-update',
      '1',
      passFiles.storyboard,
    ],
    ...['-map', `[${stillLabels.grey}]`, ...each, '-c:v', 'rawvideo', '-f', 'rawvideo', passFiles.grey],
    ...[
      '-map',
      `[${stillLabels.times}]`,
      ...each,
      '-enc_time_base',
      '1:1000',
      '-c:v',
      'rawvideo',
      '-f',
      'mkvtimestamp_v2',
      passFiles.times,
    ],
    ...beatArguments(),
    ...[
      '-map',
      `[${stillLabels.preview}]`,
      ...each,
      '-enc_time_base',
      '1:1000',
      '-c:v',
      'rawvideo',
      '-pix_fmt',
      'yuv420p',
      '-f',
      'nut',
      passFiles.preview,
    ],
  ]
}

/** The preview from the pass's small raw frames, our own file: the trusted set. Each try may be smaller. */
export function previewArguments(size: Size, framesPerSecond: number, output: string): string[] {
  const thin = `fps=${framesPerSecond}:round=up:eof_action=pass`
  const graph = `[0:0]${thin},scale=${size.width}:${size.height}:flags=lanczos,split=2[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle[out]`
  return [
    ...[
      '-hide_banner',
      '-nostdin',
      '-y',
      '-benchmark',
      '-nostats',
      '-loglevel',
      'level+info',
      '-progress',
      'pipe:1',
      '-stats_period',
      '0.5',
    ],
    ...ownInput(passFiles.preview, ['nut'], ['rawvideo']),
    ...['-filter_complex', graph, '-map', '[out]', '-map_metadata', '-1', '-loop', '0', '-f', 'gif', output],
  ]
}
