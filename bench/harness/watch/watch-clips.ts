import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { access, mkdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { numberedPictures } from '../../../e2e/harness/watching/numbered-pictures.ts'
import type { Format } from '../../../media/src/planning/formats.ts'

const exec = promisify(execFile)

export interface WatchClip {
  name: string
  /** The extension is the container. */
  file: string
  /** The type of the upload; without one the clip cannot be uploaded and is fetched from a URL. */
  uploadType?: string
  seconds: number
  formats: Format[]
  recipe: Recipe
}

interface Recipe {
  width: number
  height: number
  rate: number
  /** Encoding takes long, so only this much is encoded, and repeated without encoding it again. */
  encodedSeconds: number
  /** The container in which it is repeated, where the clip's own cannot be. */
  via: string
  video: string[]
  audio: string[]
  /** Each picture carries its number, so none may be repeated. */
  isNumbered?: true
}

const usual: Format[] = ['1080p', '720p', '480p']
const aac = ['-c:a', 'aac', '-b:a', '128k']

const hevc = (bitrate: string, group: number) => [
  ...['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', '-b:v', bitrate],
  ...['-x265-params', `log-level=error:keyint=${group}:bframes=2`],
]

const phone: Recipe = {
  ...{ width: 1920, height: 1080, rate: 30, encodedSeconds: 5, via: '.mov' },
  ...{ video: hevc('6M', 30), audio: aac },
}
const vp9: Recipe = {
  ...{ ...phone, via: '.mkv', audio: ['-c:a', 'libopus', '-b:a', '96k'] },
  video: ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-row-mt', '1', '-b:v', '4M', '-g', '60'],
}
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-b:v', '6M']
const iphone = { uploadType: 'video/quicktime', formats: usual }

const avi = {
  ...{ uploadType: 'video/x-msvideo', formats: usual },
  recipe: {
    ...{ ...phone, via: '.avi', video: ['-c:v', 'mpeg4', '-q:v', '4', '-g', '60'] },
    audio: ['-c:a', 'libmp3lame', '-b:a', '128k'],
  },
}

/** Sources that browsers do not play as they are, and the MKV, which some do. */
export const watchClips: WatchClip[] = [
  { ...iphone, name: 'HEVC 10 bit 1080p MOV, 1 min', file: 'hevc-1min.mov', seconds: 60, recipe: phone },
  { ...iphone, name: 'HEVC 10 bit 1080p MOV, 30 min', file: 'hevc-30min.mov', seconds: 1800, recipe: phone },
  {
    ...{ ...iphone, name: '4K HEVC MOV, 20 s', file: 'hevc-4k.mov', seconds: 20, formats: ['4k', ...usual] },
    recipe: { ...phone, width: 3840, height: 2160, encodedSeconds: 2, video: hevc('16M', 30) },
  },
  { ...avi, name: 'AVI (MPEG-4 + MP3), 1 min', file: 'mpeg4.avi', seconds: 60 },
  { ...avi, name: 'AVI (MPEG-4 + MP3), 30 min', file: 'mpeg4-30min.avi', seconds: 1800 },
  { name: 'MKV (VP9 + Opus), 1 min', file: 'vp9.mkv', seconds: 60, formats: usual, recipe: vp9 },
  { name: 'WebM (VP9 + Opus), 30 min', file: 'vp9-30min.webm', uploadType: 'video/webm', seconds: 1800, formats: usual, recipe: vp9 },
  {
    ...{ ...iphone, name: 'ProRes MOV, 20 s', file: 'prores.mov', seconds: 20 },
    recipe: { ...phone, encodedSeconds: 2, video: ['-c:v', 'prores_ks', '-profile:v', '2'], audio: ['-c:a', 'pcm_s16le'] },
  },
  {
    ...{ ...iphone, name: 'HEVC portrait 60 fps MOV, 20 s', file: 'portrait-60.mov', seconds: 20 },
    recipe: { ...phone, width: 1080, height: 1920, rate: 60, encodedSeconds: 2, video: hevc('10M', 60) },
  },
  {
    ...{ name: 'MPEG-TS (H.264 + AAC), 1 min', file: 'h264.ts', seconds: 60, formats: usual },
    recipe: { ...phone, via: '.mkv', video: h264 },
  },
  {
    ...{ ...iphone, name: 'MOV (H.264 + raw audio), 30 min, 1080p copied', file: 'h264-30min.mov', seconds: 1800 },
    recipe: { ...phone, via: '.mov', video: [...h264, '-aspect', '16:9'], audio: ['-c:a', 'pcm_s16le'] },
  },
]

/** Each kind once, so short that all of it is encoded, with numbered pictures. */
export const numberedClips = (maxSeconds: number): WatchClip[] =>
  watchClips.flatMap((clip, index) => {
    const isOf = ({ file, recipe }: WatchClip) => recipe === clip.recipe && extname(file) === extname(clip.file)
    if (watchClips.findIndex(isOf) < index) return []
    const seconds = Math.min(clip.seconds, maxSeconds)
    const name = clip.name.replace(/, \d+ (s|min)/, '')
    return [{ ...clip, name, seconds, recipe: { ...clip.recipe, encodedSeconds: seconds, isNumbered: true } }]
  })

const folder = join(tmpdir(), 'video-forge-bench-clips')

/** The file of a clip. It is made once and kept for later runs; a changed recipe makes a new one. */
export async function watchClipFile({ file, seconds, recipe }: WatchClip): Promise<string> {
  const version = createHash('sha1')
    .update(JSON.stringify([graphOf(recipe), recipe, seconds]))
    .digest('hex')
    .slice(0, 8)
  const path = join(folder, `${version}-${file}`)
  if (await exists(path)) return path
  await mkdir(folder, { recursive: true })
  const encoded = await encodedFile(recipe)
  const isDirect = extname(file) === recipe.via
  const repeated = join(folder, `repeated-${version}${recipe.via}`)
  const tone = ['-f', 'lavfi', '-i', 'sine=frequency=220:beep_factor=4:sample_rate=48000']
  const count = String(Math.ceil(seconds / recipe.encodedSeconds) - 1)
  // The sound is made for the whole length: repeated sound has gaps, which would give the video an uneven rate.
  const copies = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', ...(recipe.video.includes('hvc1') ? ['-tag:v', 'hvc1'] : [])]
  await ffmpeg('-stream_loop', count, '-i', encoded, ...tone, ...copies, ...recipe.audio, '-t', String(seconds), repeated)
  const fresh = isDirect ? repeated : join(folder, `fresh-${version}${extname(file)}`)
  if (!isDirect) await ffmpeg('-i', repeated, '-c', 'copy', fresh)
  await rename(fresh, path)
  await rm(repeated, { force: true })
  return path
}

/** The first seconds, without sound. Clips of the same recipe share them. */
async function encodedFile(recipe: Recipe): Promise<string> {
  const { width, height, encodedSeconds, video, via } = recipe
  const version = createHash('sha1')
    .update(JSON.stringify([graphOf(recipe), encodedSeconds, video]))
    .digest('hex')
    .slice(0, 8)
  const path = join(folder, `encoded-${version}${via}`)
  if (await exists(path)) return path
  const fresh = join(folder, `fresh-${version}${via}`)
  const input = ['-f', 'lavfi', '-i', `mandelbrot=size=${Math.max(width, height) > 1920 ? 1920 : 1440}x1080:rate=1:start_scale=0.9`]
  await ffmpeg(...input, '-frames:v', '1', '-y', join(folder, `still-${version}.png`))
  await ffmpeg('-i', join(folder, `still-${version}.png`), '-vf', graphOf(recipe), '-t', String(encodedSeconds), ...video, fresh)
  await rm(join(folder, `still-${version}.png`), { force: true })
  await rename(fresh, path)
  return path
}

/** A camera that moves over a detailed picture, with some grain: as hard to encode as a film, and almost free to make. */
function graphOf({ width, height, rate, isNumbered }: Recipe): string {
  const [wide, high] = [Math.round((width * 4) / 3), Math.round((height * 4) / 3)]
  const [marginX, marginY] = [(wide - width) / 2, (high - height) / 2]
  const path = `x='${marginX}*(1+0.9*sin(n*1.2/${rate}))':y='${marginY}*(1+0.9*cos(n*0.8/${rate}))'`
  const moved = `scale=${wide}:${high},format=yuv420p,loop=-1:1,setpts=N/${rate}/TB,fps=${rate},crop=${width}:${height}:${path}`
  return `${moved},noise=alls=3:allf=t${isNumbered ? `,${numberedPictures}` : ''}`
}

const ffmpeg = (...args: string[]) => exec('nice', ['ffmpeg', '-hide_banner', '-loglevel', 'error', '-y', ...args])

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
