import { fitInto } from '../planning/ladder.ts'
import type { MachineFacts } from '../planning/machine.ts'
import { thumbnailBox } from '../planning/pictures/thumbnail-plan.ts'
import type { PictureType } from '../probing/pictures/picture-file.ts'
import { defaultLimits, type SourceFacts } from '../probing/source-facts.ts'
import { args } from './args.ts'
import { inputArguments, ownInput } from './input-allowlist.ts'
import { deinterlace, pictureFilters } from './picture-filters.ts'

/** A little more than the 50 megapixels of today's phones. */
const maxPicturePixels = 52_000_000

/** Exactly one demuxer and one decoder for each format. Neither follows references to other files. */
const pictureReaders: Record<PictureType, { demuxer: string; decoder: string }> = {
  'image/jpeg': { demuxer: 'jpeg_pipe', decoder: 'mjpeg' },
  'image/png': { demuxer: 'png_pipe', decoder: 'png' },
  'image/webp': { demuxer: 'webp_pipe', decoder: 'webp' },
}

const quiet: readonly string[] = args`-hide_banner -nostdin -y -nostats -loglevel level+error`

/** Fits any frame into the size of a thumbnail and enlarges nothing. */
const fit = `scale=w='max(2,min(${thumbnailBox.width},iw))':h='max(2,min(${thumbnailBox.height},ih))':force_original_aspect_ratio=decrease:force_divisible_by=2`

/** JPEG files have the full range and the colour matrix of BT.601. Side data would carry profiles and positions into the file. */
const toJpeg: readonly string[] = [
  'setsar=1',
  'scale=out_range=pc:out_color_matrix=bt601:flags=bicubic',
  'format=yuvj420p',
  'sidedata=mode=delete',
]

const output = (track: string, filters: readonly string[], file: string): string[] => args`
  -map 0:${track} -vf ${[...filters, ...toJpeg].join(',')} -map_metadata -1 -fflags +bitexact -flags:v +bitexact
  -c:v mjpeg -q:v 3 -f image2 -update 1 ${file}
`

/** What turns a picture with this Exif orientation upright. */
const uprightFilters: Readonly<Record<number, readonly string[]>> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=cclock_flip'],
  6: ['transpose=clock'],
  7: ['transpose=clock_flip'],
  8: ['transpose=cclock'],
}

/** Decodes an uploaded picture and writes it as a JPEG without metadata. Transparent parts become black. */
export function pictureArguments(path: string, type: PictureType, orientation: number, file: string): string[] {
  const { demuxer, decoder } = pictureReaders[type]
  const flatten = type === 'image/jpeg' ? [] : ['format=gbrap', 'premultiply=inplace=1', 'format=gbrp']
  const filters = [...(uprightFilters[orientation] ?? []), fit, ...flatten]
  return args`
    ${quiet} -threads 1 -noautorotate
    -protocol_whitelist file,pipe -format_whitelist ${demuxer} -codec_whitelist ${decoder} -max_pixels ${maxPicturePixels}
    -f ${demuxer} -i file:${path}
    -frames:v 1 ${output('v:0', filters, file)}
  `
}

/** The last frame of a file is written when nothing follows the position: each frame overwrites the one before. */
const amount = (isLast: boolean): string[] => (isLast ? [] : args`-frames:v 1`)

/**
 * One frame of a file with one segment of our own rendition. `seconds` are those of the whole rendition: counted from the start of the file,
 * the audio, which starts a little earlier, would shift them.
 */
export const segmentFrameArguments = (path: string, seconds: number, isLast: boolean, file: string): string[] => args`
  ${quiet} -threads 2 -seek_timestamp 1 -ss ${seconds.toFixed(3)} ${ownInput(path, ['mov'], ['h264', 'aac'])}
  ${amount(isLast)} ${output('v:0', [fit], file)}
`

/** One frame of an original, at a time of its own clock. Without facts its colours are taken as they are. */
export function originalFrameArguments(
  { path, facts, machine }: { path: string; facts: SourceFacts | undefined; machine: MachineFacts },
  seconds: number,
  isLast: boolean,
  file: string,
): string[] {
  const filters = facts
    ? [
        ...(facts.video.interlaced ? [deinterlace(machine)] : []),
        ...pictureFilters(facts.video, fitInto(facts.video.shown, thumbnailBox), machine),
      ]
    : [`scale=w='if(sar,iw*sar,iw)':h=ih`, 'setsar=1', fit]
  return args`
    ${quiet} -threads 2 -seek_timestamp 1 -ss ${seconds.toFixed(3)} ${inputArguments(path, defaultLimits.maxPixels)}
    ${amount(isLast)} ${output(facts ? String(facts.video.index) : 'v:0', filters, file)}
  `
}
