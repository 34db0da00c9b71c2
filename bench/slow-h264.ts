import { execFile } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { quality } from '../media/src/planning/bitrate.ts'
import { clipsOf } from './harness/drawn-clips.ts'
import { printTable, type Row } from './harness/table.ts'

const exec = promisify(execFile)

interface Encoded {
  bytes: number
  /** Mean luma SSIM as a loss in decibels, which is nearly a straight line over the logarithm of the bytes. */
  decibels: number
  cpuSeconds: number
}

/**
 * What slower presets of x264 save at the SSIM of the one that jobs use.
 * `npm run bench -- slow-h264 [part of a name, or files with commas between]`
 */
export async function run([only = 'all']: string[] = []): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const rows: Row[] = []
  try {
    for await (const { name, path } of clipsOf(only, folder)) {
      const usual = await encode(path, 'veryfast', quality, folder)
      for (const preset of ['medium', 'slow']) rows.push(await compare(name, preset, usual, (crf) => encode(path, preset, crf, folder)))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  printTable(`Slower presets against veryfast at CRF ${quality}, at the same SSIM`, rows)
}

async function compare(name: string, preset: string, usual: Encoded, make: (crf: number) => Promise<Encoded>): Promise<Row> {
  const first = await make(quality)
  const second = await make(first.decibels >= usual.decibels ? quality + 2 : quality - 2)
  const share = (usual.decibels - first.decibels) / (second.decibels - first.decibels)
  const between = (one: number, other: number) => one + share * (other - one)
  const bytes = Math.exp(between(Math.log(first.bytes), Math.log(second.bytes))) / usual.bytes
  const cpu = between(first.cpuSeconds, second.cpuSeconds) / usual.cpuSeconds
  return { what: `${name}, ${preset}`, measured: `${bytes.toFixed(2)} of the bytes, ${cpu.toFixed(1)} x the CPU` }
}

async function encode(source: string, preset: string, crf: number, folder: string): Promise<Encoded> {
  const output = join(folder, 'made.mp4')
  const { stderr } = await exec(
    'ffmpeg',
    `-hide_banner -nostdin -y -benchmark -i ${source} -an -c:v libx264 -preset ${preset} -profile:v high -pix_fmt yuv420p -crf ${crf} -g 60
     -threads 2 -x264-params scenecut=0:ssim=1 ${output}`.split(/\s+/),
    { maxBuffer: 1e8 },
  )
  const number = (pattern: RegExp) => Number(pattern.exec(stderr)?.[1])
  return {
    bytes: (await stat(output)).size,
    decibels: number(/SSIM Mean Y:[\d.]+ \(\s*([\d.]+)db\)/),
    cpuSeconds: number(/utime=([\d.]+)s/) + number(/stime=([\d.]+)s/),
  }
}
