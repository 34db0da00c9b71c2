import type { MachineFacts } from '../planning/machine.ts'
import { bitDepthOf, outputTags } from '../probing/colour.ts'
import type { Colour, Size, VideoTrack } from '../probing/source-facts.ts'

/** From any stored frame to 4:2:0 with square pixels at this size. ffmpeg has already rotated it. */
export function pictureFilters(video: VideoTrack, size: Size, machine: MachineFacts, pixelFormat = 'yuv420p'): string[] {
  const { colour } = video
  if (colour.range !== 'sdr' && machine.toneMapping) {
    return [...toStandardRange(colour, size), `format=${pixelFormat}`, ...finish(video)]
  }
  const sameSize = video.shown.width === size.width && video.shown.height === size.height
  const square = video.sampleAspect.num === video.sampleAspect.den
  const plain = video.pixelFormat === pixelFormat && !colour.fullRange
  if (sameSize && square && plain) return finish(video)
  if (machine.zscale && isPlainYuv(video)) {
    // Only the size and the depth of samples change, so what the file says about its colours must not lead to a conversion.
    const dither = video.bitDepth > bitDepthOf(pixelFormat) ? ':dither=ordered' : ''
    return [evenSize, `setparams=field_mode=prog:${tagsOf(video)}`, `${zscale(size)}${dither}`, `format=${pixelFormat}`, 'setsar=1']
  }
  const range = colour.fullRange || video.chroma === 'rgb' ? `${colour.fullRange ? ':in_range=pc' : ''}:out_range=tv` : ''
  const matrix = video.chroma === 'rgb' ? `:out_color_matrix=${outputTags(video).matrix}` : ''
  return [`${scale(size)}${range}${matrix}`, `format=${pixelFormat}`, ...finish(video)]
}

export const scale = ({ width, height }: Size): string => `scale=${width}:${height}:flags=bicubic`

/** The same cubic curve as that of `scale`. */
const cubic = 'filter=bicubic:param_a=0:param_b=0.6'
const zscale = ({ width, height }: Size): string => `zscale=w=${width}:h=${height}:${cubic}`
/** Some versions refuse odd sizes, which a recording of a window may have for a while. Cropping copies nothing. */
const evenSize = 'crop=trunc(iw/2)*2:trunc(ih/2)*2'

/**
 * The same picture in another size. zscale needs a fifth of the CPU of scale for 10 bit and a quarter for 8 bit, with the same SSIM for the same
 * bytes (decision 10). Its input must be YUV with known colours.
 */
export const resize = (size: Size, machine: MachineFacts): string => (machine.zscale ? zscale(size) : scale(size))

/** Formats that zscale reads as they are, with limited range and whole chroma samples. */
const isPlainYuv = ({ pixelFormat, colour, stored }: VideoTrack): boolean =>
  /^yuv4(20|22|44)p(1[02]le)?$/.test(pixelFormat) && !colour.fullRange && stored.width % 2 === 0 && stored.height % 2 === 0

/** Both filters change only frames marked as interlaced and keep the number of frames. */
export const deinterlace = (machine: MachineFacts): string => `${machine.bwdif ? 'bwdif' : 'yadif'}=mode=send_frame:deint=interlaced`

const finish = (video: VideoTrack): string[] => ['setsar=1', `setparams=${tagsOf(video)}`]

function tagsOf(video: VideoTrack): string {
  const { matrix, primaries, transfer } = outputTags(video)
  return `range=tv:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`
}

/**
 * HDR to SDR: to linear light where 1.0 is 100 nits, to BT.709 colours, highlights rolled off, and back. hable kept the steps between the
 * whites of a colour chart that mobius clipped. The input's colour tags are given explicitly because files leave them out. Wide colour
 * with an SDR curve only changes its primaries.
 */
function toStandardRange(colour: Colour, size: Size): string[] {
  const transfer = colour.range === 'pq' ? 'smpte2084' : colour.range === 'hlg' ? 'arib-std-b67' : '2020_10'
  const input = `pin=2020:min=2020_ncl:tin=${transfer}:rin=${colour.fullRange ? 'full' : 'limited'}`
  const back = 'zscale=p=709:t=709:m=709:r=limited'
  if (colour.range === 'wide') return [evenSize, `${zscale(size)}:${input}:p=709:t=709:m=709:r=limited`]
  return [evenSize, `${zscale(size)}:${input}:t=linear:npl=100`, 'format=gbrpf32le', 'zscale=p=709', 'tonemap=hable:desat=0', back]
}
