import { fitInto } from '../planning/ladder.ts'
import type { MachineFacts } from '../planning/machine.ts'
import { thumbnailBox } from '../planning/pictures/thumbnail-plan.ts'
import type { PictureType } from '../probing/pictures/picture-file.ts'
import { defaultLimits, type Size, type SourceFacts } from '../probing/source-facts.ts'
import { args } from './args.ts'
import { inputArguments, ownInput } from './input-allowlist.ts'
import { deinterlace, pictureFilters } from './picture-filters.ts'
import { cardBox, cardEncoder, pictureFiles } from './thumbnail-arguments.ts'

/** A little more than the 50 megapixels of today's phones. */
const maxPicturePixels = 52_000_000

/** Exactly one demuxer and one decoder for each format. Neither follows references to other files. */
const pictureReaders: Record<PictureType, { demuxer: string; decoder: string }> = {
  'image/jpeg': { demuxer: 'jpeg_pipe', decoder: 'mjpeg' },
  'image/png': { demuxer: 'png_pipe', decoder: 'png' },
  'image/webp': { demuxer: 'webp_pipe', decoder: 'webp' },
}

const quiet: readonly string[] = args`-hide_banner -nostdin -y -nostats -loglevel level+error`

/** Fits any frame into this size and enlarges nothing. */
const fitFrame = ({ width, height }: Size): string =>
  `scale=w='max(2,min(${width},iw))':h='max(2,min(${height},ih))':force_original_aspect_ratio=decrease:force_divisible_by=2`

const fit = fitFrame(thumbnailBox)

/** JPEG files have the full range and the colour matrix of BT.601. Side data would carry profiles and positions into the file. */
const toJpeg: readonly string[] = [
  'setsar=1',
  'scale=out_range=pc:out_color_matrix=bt601:flags=bicubic',
  'format=yuvj420p',
  'sidedata=mode=delete',
]

/** WebP files have the limited range and the same matrix. */
const toCard: readonly string[] = [
  'setsar=1',
  `${fitFrame(cardBox)}:out_range=tv:out_color_matrix=bt601:flags=lanczos`,
  'format=yuv420p',
  'sidedata=mode=delete',
]

interface Outputs {
  /** Whether the card's picture is made, too. */
  hasCard: boolean
  /** Each frame overwrites the one before, so that the last one stays; otherwise the first one is written. */
  isLast?: boolean
}

function outputs(track: string, filters: readonly string[], { hasCard, isLast = false }: Outputs): string[] {
  const amount = isLast ? [] : args`-frames:v 1`
  const write = (label: string, encoder: readonly string[], file: string): string[] => args`
    ${amount} -map [${label}] -map_metadata -1 -fflags +bitexact -flags:v +bitexact ${encoder} -f image2 -update 1 ${file}
  `
  const both = `split[whole][small];[whole]${toJpeg.join(',')}[jpeg];[small]${toCard.join(',')}[card]`
  return args`
    -filter_complex ${`[0:${track}]${[...filters, hasCard ? both : `${toJpeg.join(',')}[jpeg]`].join(',')}`}
    ${write('jpeg', args`-c:v mjpeg -q:v 3`, pictureFiles.thumbnail)}
    ${hasCard ? write('card', cardEncoder, pictureFiles.card) : []}
  `
}

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

/** Decodes an uploaded picture and writes it without metadata. Transparent parts become black. */
export function pictureArguments(path: string, type: PictureType, orientation: number, made: Outputs): string[] {
  const { demuxer, decoder } = pictureReaders[type]
  const flatten = type === 'image/jpeg' ? [] : ['format=gbrap', 'premultiply=inplace=1', 'format=gbrp']
  const filters = [...(uprightFilters[orientation] ?? []), fit, ...flatten]
  return args`
    ${quiet} -threads 1 -noautorotate
    -protocol_whitelist file,pipe -format_whitelist ${demuxer} -codec_whitelist ${decoder} -max_pixels ${maxPicturePixels}
    -f ${demuxer} -i file:${path}
    ${outputs('v:0', filters, made)}
  `
}

/**
 * One frame of a file with one segment of our own rendition. `seconds` are those of the whole rendition: counted from the start of the file,
 * the audio, which starts a little earlier, would shift them.
 */
export const segmentFrameArguments = (path: string, seconds: number, made: Outputs): string[] => args`
  ${quiet} -threads 2 -seek_timestamp 1 -ss ${seconds.toFixed(3)} ${ownInput(path, ['mov'], ['h264', 'aac'])}
  ${outputs('v:0', [fit], made)}
`

/** One frame of an original, at a time of its own clock. Without facts its colours are taken as they are. */
export function originalFrameArguments(
  { path, facts, machine }: { path: string; facts: SourceFacts | undefined; machine: MachineFacts },
  seconds: number,
  made: Outputs,
): string[] {
  const filters = facts
    ? [
        ...(facts.video.interlaced ? [deinterlace(machine)] : []),
        ...pictureFilters(facts.video, fitInto(facts.video.shown, thumbnailBox), machine),
      ]
    : [`scale=w='if(sar,iw*sar,iw)':h=ih`, 'setsar=1', fit]
  return args`
    ${quiet} -threads 2 -seek_timestamp 1 -ss ${seconds.toFixed(3)} ${inputArguments(path, defaultLimits.maxPixels)}
    ${outputs(facts ? String(facts.video.index) : 'v:0', filters, made)}
  `
}
