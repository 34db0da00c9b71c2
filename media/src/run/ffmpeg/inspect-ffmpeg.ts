import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface FfmpegFacts {
  version: string
  /** The copyright year in its banner, if any. */
  year: number | undefined
  encoders: ReadonlySet<string>
}

/** Version and encoders of the installed ffmpeg. Rejects if it does not run. */
export async function inspectFfmpeg(ffmpeg: string): Promise<FfmpegFacts> {
  const [{ stdout: banner }, encoders] = await Promise.all([run(ffmpeg, ['-version'], { timeout: 10_000 }), encodersOf(ffmpeg)])
  const year = /Copyright \(c\) \d{4}-(\d{4})/.exec(banner)?.[1]
  return {
    version: /^\S+ version (\S+)/.exec(banner)?.[1] ?? 'unknown',
    year: year === undefined ? undefined : Number(year),
    encoders,
  }
}

/** Some builds have no network at all. */
export async function canReadAddresses(ffmpeg: string): Promise<boolean> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-protocols'], { timeout: 10_000 })
  const [inputs = ''] = stdout.split('Output:')
  return /^\s*http$/m.test(inputs)
}

export async function encodersOf(ffmpeg: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-encoders'], { timeout: 10_000, maxBuffer: 1 << 22 })
  return new Set(stdout.split('\n').flatMap((line) => /^ [VAS][A-Z.]{5} (\S+) /.exec(line)?.[1] ?? []))
}
