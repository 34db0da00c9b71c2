import { args } from './args.ts'

/**
 * What ffmpeg may open of an untrusted file. All else is refused, because a demuxer that follows references (hls, concat, dash, image
 * sequences) would read any file of this machine for an attacker. Formats of cameras, phones, recorders and old discs are allowed; those
 * of games and experiments are not.
 *
 * Formats are ffmpeg's demuxer names, codecs its decoder names (`libdav1d`, not `av1`).
 */
const openableFormats: readonly string[] = args`
  mov matroska avi mpegts mpeg mpegvideo m4v h264 hevc obu ivf flv asf ogg mxf dv gif nut yuv4mpegpipe rm swf wtv gxf
  apng dirac vc1 h261 h263 mjpeg smjpeg nsv pva cavsvideo
`

const videoDecoders = args`
  h264 hevc vvc libdav1d libaom-av1 av1 vp8 vp9 libvpx libvpx-vp9 theora vp3 vp6 vp6a vp6f mpeg1video mpeg2video
  mpegvideo mpeg4 msmpeg4v1 msmpeg4v2 msmpeg4 wmv1 wmv2 wmv3 vc1 h261 h263 h263i h263p flv svq1 svq3 cinepak rpza qtrle
  msrle msvideo1 gif png mjpeg mjpegb dvvideo prores dnxhd cfhd hap jpeg2000 libopenjpeg rawvideo v210 v308 v408 v410
  r210 huffyuv ffvhuff ffv1 utvideo magicyuv
`

/** Cameras, editors, screen recorders and players of twenty years ago. */
const oldVideoDecoders = args`
  indeo2 indeo3 indeo4 indeo5 rv10 rv20 rv30 rv40 vp4 vp5 vp7 dirac cavs mimic 8bps smc flashsv flashsv2 zmbv zlib mszh
  camtasia tscc2 camstudio fraps lagarith vble aasc mss1 mss2 amv avui ayuv cljr jpegls r10k speedhq targa tiff bmp
  apng y41p yuv4 sheervideo hq_hqa hqx aic dxtory pixlet truemotion1 truemotion2 qpeg vcr1 vmnc g2m hymt
`

const audioDecoders = args`
  aac aac_latm ac3 eac3 dca truehd mlp mp1 mp1float mp2 mp2float mp3 mp3float opus libopus vorbis libvorbis flac alac
  wavpack tta speex libspeex amrnb amrwb libopencore_amrnb libopencore_amrwb wmav1 wmav2 wmapro wmalossless wmavoice
  nellymoser qdm2 mace3 mace6 gsm gsm_ms s302m dvaudio g722 g726 g726le adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_swf
  adpcm_yamaha ilbc pcm_alaw pcm_mulaw pcm_u8 pcm_s8 pcm_s16le pcm_s16be pcm_u16le pcm_u16be pcm_s24le pcm_s24be
  pcm_s32le pcm_s32be pcm_f32le pcm_f32be pcm_f64le pcm_f64be pcm_bluray pcm_dvd pcm_s16le_planar pcm_s16be_planar
  pcm_s24le_planar pcm_s32le_planar pcm_s8_planar pcm_u24le pcm_u24be pcm_u32le pcm_u32be pcm_s24daud pcm_vidc
  pcm_s64le pcm_s64be pcm_f16le pcm_f24le adpcm_4xm adpcm_adx adpcm_ct adpcm_ima_amv adpcm_ima_dk3 adpcm_ima_dk4
  adpcm_ima_smjpeg adpcm_sbpro_2 adpcm_sbpro_3 adpcm_sbpro_4 cook real_144 real_288 sipr ralf atrac1 atrac3 atrac3plus
  truespeech imc iac qcelp evrc g723_1 g729 dolby_e ape shorten tak als mp3adu mp3adufloat mp3on4 mp3on4float qdmc
  on2avc metasound twinvq
`

// ffprobe opens a decoder for every track and fails on the whole file when one is not allowed, so decoders of subtitles that are never
// mapped are allowed too.
const subtitleDecoders = args`
  srt subrip ass ssa mov_text text webvtt dvdsub dvbsub pgssub cc_dec libzvbi_teletextdec
`

const openableCodecs: readonly string[] = [...videoDecoders, ...oldVideoDecoders, ...audioDecoders, ...subtitleDecoders]

/** Under which this process serves a file that still arrives; no path looks like it. */
export const isOwnAddress = (input: string): boolean => /^http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}$/.test(input)

/** The input arguments of every file from outside, for ffmpeg and ffprobe alike. `file:` keeps `pipe:0` or `concat:a|b` a plain name. */
export const inputArguments = (input: string, maxPixels: number, tolerated: readonly string[] = []): string[] => {
  const isAddress = isOwnAddress(input)
  return args`
    -protocol_whitelist ${isAddress ? 'http,tcp' : 'file,pipe'}
    -format_whitelist ${openableFormats.join(',')}
    -codec_whitelist ${[...openableCodecs, ...tolerated].join(',')}
    -max_pixels ${maxPixels}
    -i ${isAddress ? input : `file:${input}`}
  `
}

/** The input arguments of a file that we made, or of what we send over stdin: only the formats and codecs that it has. */
export const ownInput = (file: string | undefined, formats: readonly string[], codecs: readonly string[]): string[] => args`
  -protocol_whitelist file,pipe -format_whitelist ${formats.join(',')} -codec_whitelist ${codecs.join(',')}
  -i ${file === undefined ? 'pipe:0' : `file:${file}`}
`
