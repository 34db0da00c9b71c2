import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findFfmpeg } from '../media/src/run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../media/src/run/ffmpeg/media-tools.ts'
import { catalogue } from '../server/src/stock/catalogue.ts'
import { renderClip } from '../server/src/stock/render-clip.ts'
import { printTable, type Row } from './harness/table.ts'

const exec = promisify(execFile)

/** Renders every clip of the built-in stock catalogue and prints its CPU time. With a folder, the clips are kept there. */
export async function run([outputFolder]: string[]): Promise<void> {
  const folder = outputFolder ?? (await mkdtemp(join(tmpdir(), 'vf-bench-')))
  const times = join(folder, 'times')
  const mediaTools = await countingMediaTools(folder, times)
  const rows: Row[] = []
  let [pictures, clips] = [0, 0]
  for (const clip of catalogue) {
    const cost = async (kind: 'jpg' | 'mp4') => {
      await renderClip(mediaTools, clip, kind, { folder, name: `${clip.name}.${kind}` }, new AbortController().signal)
      return cpuSeconds(await readFile(times, 'utf8'))
    }
    const [picture, whole] = [await cost('jpg'), await cost('mp4')]
    const path = join(folder, `${clip.name}.mp4`)
    const shape = ['-select_streams', 'v', '-show_entries', 'stream=width,height,nb_frames,pix_fmt', '-of', 'csv=p=0']
    const { stdout } = await exec(mediaTools.ffprobe, ['-v', 'error', ...shape, path])
    const megabytes = ((await stat(path)).size / 1e6).toFixed(2)
    const measured = `picture ${picture.toFixed(1)} s, clip ${whole.toFixed(1)} s of CPU, ${megabytes} MB, ${stdout.trim()}`
    rows.push({ what: clip.name, measured, target: '1280,720,yuv420p,168', ok: stdout.trim() === '1280,720,yuv420p,168' })
    pictures += picture
    clips += whole
  }
  rows.push(
    { what: 'all pictures', measured: `${pictures.toFixed(1)} s of CPU` },
    { what: 'all clips', measured: `${clips.toFixed(1)} s of CPU` },
  )
  printTable('Built-in stock clips', rows)
  if (!outputFolder) await rm(folder, { recursive: true, force: true })
}

/** An ffmpeg that records its CPU time. */
async function countingMediaTools(folder: string, times: string): Promise<MediaTools> {
  const mediaTools = await openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const program = join(folder, 'counting-ffmpeg')
  await writeFile(program, `#!/bin/sh\n${mediaTools.ffmpeg} "$@"\nended=$?\ntimes > ${times}\nexit $ended\n`)
  await chmod(program, 0o755)
  return { ...mediaTools, ffmpeg: program }
}

/** The second line of a shell's `times` is that of its children: user and system time in minutes and seconds. */
function cpuSeconds(text: string): number {
  const parts = [...(text.split('\n')[1] ?? '').matchAll(/(\d+)m([\d.]+)s/g)]
  return parts.reduce((sum, [, minutes, seconds]) => sum + Number(minutes) * 60 + Number(seconds), 0)
}
