import type { MachineFacts } from '../planning/machine.ts'
import { outputTags } from '../probing/colour.ts'
import type { Colour, Size, VideoTrack } from '../probing/source-facts.ts'

/** From any stored frame to 4:2:0 with square pixels at this size. ffmpeg has already rotated it. */
export function pictureFilters(video: VideoTrack, size: Size, machine: MachineFacts, pixelFormat = 'yuv420p'): string[] {
  const { colour } = video
  if (colour.range !== 'sdr' && machine.toneMapping) {
    return [scale(size), ...toStandardRange(colour), `format=${pixelFormat}`, ...finish(video)]
  }
  const sameSize = video.shown.width === size.width && video.shown.height === size.height
  const square = video.sampleAspect.num === video.sampleAspect.den
  const plain = video.pixelFormat === pixelFormat && !colour.fullRange
  if (sameSize && square && plain) return finish(video)
  const range = colour.fullRange || video.chroma === 'rgb' ? `${colour.fullRange ? ':in_range=pc' : ''}:out_range=tv` : ''
  const matrix = video.chroma === 'rgb' ? `:out_color_matrix=${outputTags(video).matrix}` : ''
  return [`${scale(size)}${range}${matrix}`, `format=${pixelFormat}`, ...finish(video)]
}

export const scale = ({ width, height }: Size): string => `scale=${width}:${height}:flags=bicubic`

/** Both filters change only frames marked as interlaced and keep the number of frames. */
export const deinterlace = (machine: MachineFacts): string => `${machine.bwdif ? 'bwdif' : 'yadif'}=mode=send_frame:deint=interlaced`

function finish(video: VideoTrack): string[] {
  const { matrix, primaries, transfer } = outputTags(video)
  return ['setsar=1', `setparams=range=tv:color_primaries=${primaries}:color_trc=${transfer}:colorspace=${matrix}`]
}

/**
 * HDR to SDR: to linear light where 1.0 is 100 nits, to BT.709 colours, highlights rolled off, and back. hable kept the steps between the
 * whites of a colour chart that mobius clipped. The input's colour tags are given explicitly because files leave them out. Wide colour
 * with an SDR curve only changes its primaries.
 */
function toStandardRange(colour: Colour): string[] {
  const transfer = colour.range === 'pq' ? 'smpte2084' : colour.range === 'hlg' ? 'arib-std-b67' : '2020_10'
  const input = `pin=2020:min=2020_ncl:tin=${transfer}:rin=${colour.fullRange ? 'full' : 'limited'}`
  const back = 'zscale=p=709:t=709:m=709:r=limited'
  if (colour.range === 'wide') return [`zscale=${input}:p=709:t=709:m=709:r=limited`]
  return [`zscale=${input}:t=linear:npl=100`, 'format=gbrpf32le', 'zscale=p=709', 'tonemap=hable:desat=0', back]
}
