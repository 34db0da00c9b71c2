import type { MediaTools } from '@video-forge/media/run/ffmpeg/media-tools'
import { runProgram } from '@video-forge/media/run/ffmpeg/run-program'
import type { Clip } from './catalogue.ts'
import { frame, seconds } from './recipes/drawing.ts'

export type ClipFile = 'mp4' | 'jpg'

const limits = { seconds: 240, silentSeconds: 240, memoryBytes: 2 * 1024 ** 3, fileBytes: 64 * 1024 ** 2 }

/** Renders a clip, or only its first picture, which takes a fraction of the time. */
export async function renderClip(
  mediaTools: MediaTools,
  clip: Clip,
  kind: ClipFile,
  target: { folder: string; name: string },
  signal: AbortSignal,
) {
  const { ffmpeg: program, sandbox } = mediaTools
  const output = kind === 'mp4' ? clipArguments(clip) : pictureArguments(clip)
  const args = ['-hide_banner', '-nostdin', '-loglevel', 'error', '-y', ...output, target.name]
  await runProgram({ program, arguments: args, folder: target.folder, sandbox, limits, signal })
}

function clipArguments({ picture, sound }: Clip): string[] {
  const graphs = [`${picture},scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=1[v]`, ...(sound ? [`${sound}[a]`] : [])]
  const video = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-g', String(frame.rate * 2)]
  const colours = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
  const audio = sound ? ['-map', '[a]', '-c:a', 'aac', '-b:a', '96k'] : []
  return [
    '-filter_complex',
    graphs.join(';'),
    '-map',
    '[v]',
    ...video,
    ...colours,
    ...audio,
    '-t',
    String(seconds),
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
  ]
}

function pictureArguments({ picture }: Clip): string[] {
  const graph = `${picture},scale=640:360:flags=area:out_color_matrix=bt601:out_range=pc,format=yuvj420p[v]`
  return ['-filter_complex', graph, '-map', '[v]', '-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2', '-update', '1']
}
