import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Format } from '../media/src/plan/ladder.ts'
import { type MediaPlan, makePlan, type RungPlan } from '../media/src/plan/make-plan.ts'
import { findFfmpeg } from '../media/src/run/find-ffmpeg.ts'
import { forgeVideo } from '../media/src/run/forge-video.ts'
import { probeFile } from '../media/src/run/probe-file.ts'
import { openWorkshop } from '../media/src/run/programs.ts'
import { printTable, type Row } from './harness/table.ts'

const exec = promisify(execFile)

interface Clip {
  name: string
  make: string[]
  formats: Format[]
}

const lavfi = (graph: string, seconds: number) => ['-f', 'lavfi', '-i', graph, '-t', String(seconds)]
const sound = (seconds: number) => ['-f', 'lavfi', '-i', `anoisesrc=amplitude=0.1:duration=${seconds}`]
/** A source nobody can copy: high quality in a codec that browsers don't play. */
const foreign = ['-c:v', 'mpeg4', '-q:v', '2', '-c:a', 'mp3']
const compatible = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'aac']

const clips: Clip[] = [
  {
    name: 'detail 1080p',
    make: [...lavfi('mandelbrot=size=1920x1080:rate=30,noise=alls=6:allf=t', 6), ...sound(6), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  {
    name: 'synthetic 1080p',
    make: [...lavfi('testsrc2=size=1920x1080:rate=30', 8), ...sound(8), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  { name: '4K', make: [...lavfi('testsrc2=size=3840x2160:rate=30', 3), ...sound(3), ...foreign], formats: ['4k', '1080p', '720p', '480p'] },
  {
    name: 'portrait phone',
    make: [...lavfi('mandelbrot=size=1080x1920:rate=30', 4), ...sound(4), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  {
    name: 'screen recording',
    make: [...lavfi('smptehdbars=size=1920x1080:rate=15,drawgrid=w=96:h=24:c=black', 10), ...sound(10), ...foreign],
    formats: ['1080p', '720p', '480p'],
  },
  {
    name: 'compatible 1080p',
    make: [...lavfi('testsrc2=size=1920x1080:rate=30', 8), ...sound(8), ...compatible],
    formats: ['1080p', '720p', '480p'],
  },
  { name: 'long 480p', make: [...lavfi('testsrc2=size=854x480:rate=25', 120), ...sound(120), ...foreign], formats: ['480p'] },
]

/** Whole jobs against the hand-written one-decode command for the same rungs, at PeerTube's settings. `npm run bench -- pipeline [name]` */
export async function run([only]: string[] = []): Promise<void> {
  const workshop = await openWorkshop(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const signal = new AbortController().signal
  for (const clip of clips.filter(({ name }) => !only || name.includes(only))) {
    const source = join(folder, 'source.mkv')
    await exec('ffmpeg', ['-v', 'error', '-y', ...clip.make, '-shortest', source])
    const facts = await probeFile(workshop, source, signal)
    const plan = makePlan(facts, clip.formats, workshop.machine)
    const raw = await rawCommand(plan, source, folder)
    const output = join(folder, 'ours')
    await mkdir(output)
    const ours = await forgeVideo(workshop, plan, source, output, { signal })
    const rows: Row[] = [
      { what: 'CPU of the raw command', measured: `${raw.cpuSeconds.toFixed(1)} s` },
      { what: 'CPU of the whole job', measured: `${ours.cpuSeconds.toFixed(1)} s` },
      {
        what: 'whole job / raw',
        measured: (ours.cpuSeconds / raw.cpuSeconds).toFixed(3),
        target: 'at most 1.10',
        ok: ours.cpuSeconds / raw.cpuSeconds <= 1.1,
      },
    ]
    for (const [at, rendition] of ours.renditions.entries()) {
      const theirs = raw.files[at]
      if (!theirs) continue
      const [mine, other] = [await ssim(rendition.path, source, rendition, 'by number'), await ssim(theirs, source, rendition, 'by time')]
      const bytes = (await stat(theirs)).size
      const isCopy = rendition.action === 'copy'
      rows.push({
        what: `  ${rendition.format} (${rendition.action})`,
        measured: `SSIM ${mine.toFixed(4)} / ${other.toFixed(4)}, ${(rendition.bytes / 1e6).toFixed(2)} / ${(bytes / 1e6).toFixed(2)} MB`,
        ...(!isCopy && { target: 'SSIM not below, bytes not above', ok: mine >= other - 0.0005 && rendition.bytes <= bytes * 1.01 }),
      })
    }
    printTable(`${clip.name}, ${facts.duration.toFixed(0)} s (ours / raw)`, rows)
    await rm(output, { recursive: true })
  }
  await rm(folder, { recursive: true, force: true })
}

async function rawCommand(plan: MediaPlan, source: string, folder: string): Promise<{ cpuSeconds: number; files: string[] }> {
  const files = plan.rungs.map(({ format }) => join(folder, `raw-${format}.mp4`))
  const split = plan.rungs.map((_, at) => `[s${at}]`).join('')
  const scale = plan.rungs.map(({ size }, at) => `[s${at}]scale=${size.width}:${size.height}:flags=bicubic[v${at}]`).join(';')
  const outputs = plan.rungs.flatMap((rung, at) => {
    const cap = peertubeCap(rung)
    const video = [
      '-map',
      `[v${at}]`,
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-crf',
      '23',
      '-maxrate',
      String(cap),
      '-bufsize',
      String(cap * 2),
    ]
    return [
      ...video,
      '-pix_fmt',
      'yuv420p',
      '-g',
      '60',
      '-map',
      '0:a?',
      '-c:a',
      'aac',
      '-b:a',
      '128k',
      '-movflags',
      '+faststart',
      files[at] ?? '',
    ]
  })
  const graph = `[0:v]split=${plan.rungs.length}${split};${scale}`
  const { stderr } = await exec('ffmpeg', ['-y', '-benchmark', '-i', source, '-filter_complex', graph, ...outputs], { maxBuffer: 1 << 26 })
  const [, user = 0, system = 0] = /bench: utime=([\d.]+)s stime=([\d.]+)s/.exec(stderr) ?? []
  return { cpuSeconds: Number(user) + Number(system), files }
}

/** 0.10 bit per pixel at 30 frames a second. */
const peertubeCap = ({ size }: RungPlan): number => Math.round(size.width * size.height * 30 * 0.1)

/** The raw command keeps the source's clock, our files start at 0: so pictures are paired by time there and by number here. */
async function ssim(
  file: string,
  source: string,
  { width, height }: { width: number; height: number },
  pair: 'by time' | 'by number',
): Promise<number> {
  const clock = pair === 'by time' ? 'settb=AVTB' : 'settb=1/30,setpts=N'
  const graph = `[1:v]scale=${width}:${height}:flags=bicubic,${clock}[s];[0:v]${clock}[f];[f][s]ssim`
  const { stderr } = await exec('ffmpeg', ['-i', file, '-i', source, '-lavfi', graph, '-f', 'null', '-'], { maxBuffer: 1 << 26 })
  return Number(/SSIM Y:([\d.]+)/.exec(stderr)?.[1] ?? Number.NaN)
}
