import { execFile } from 'node:child_process'
import { availableParallelism, totalmem } from 'node:os'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import type { MachineFacts } from '../../planning/machine.ts'
import type { Ffmpeg } from './find-ffmpeg.ts'
import { encodersOf } from './inspect-ffmpeg.ts'

const run = promisify(execFile)

/** Programs of util-linux and coreutils that sandbox a child process; each is used if it is installed. */
export interface Sandbox {
  /** Kills the child when its parent dies, however it dies. */
  setpriv: string | undefined
  /** Memory, file size and CPU limits. */
  prlimit: string | undefined
  /** Lowers the priority, so that web requests stay fast. */
  nice: string | undefined
}

/** The programs and facts of this machine, looked up once at start. */
export interface MediaTools {
  ffmpeg: string
  ffprobe: string
  version: string
  sandbox: Sandbox
  machine: MachineFacts
  /** Names of this ffmpeg's audio and subtitle decoders. */
  nonVideoDecoders: ReadonlySet<string>
  canWriteWebp: boolean
  canEncodeAv1: boolean
}

export async function openMediaTools(found: Ffmpeg): Promise<MediaTools> {
  const [ffmpeg, ffprobe, setpriv, prlimit, nice, filters, nonVideoDecoders, encoders] = await Promise.all([
    whereIs(found.ffmpeg),
    whereIs(found.ffprobe),
    whereIs('setpriv'),
    whereIs('prlimit'),
    whereIs('nice'),
    filtersOf(found.ffmpeg),
    nonVideoDecodersOf(found.ffmpeg),
    encodersOf(found.ffmpeg),
  ])
  return {
    ffmpeg: ffmpeg ?? found.ffmpeg,
    ffprobe: ffprobe ?? found.ffprobe,
    version: found.version,
    sandbox: { setpriv: (await understandsDeathSignal(setpriv)) ? setpriv : undefined, prlimit, nice },
    machine: {
      cores: availableParallelism(),
      memoryBytes: totalmem(),
      zscale: filters.has('zscale'),
      toneMapping: filters.has('zscale') && filters.has('tonemap'),
      bwdif: filters.has('bwdif'),
    },
    nonVideoDecoders,
    canWriteWebp: encoders.has('libwebp'),
    canEncodeAv1: encoders.has('libsvtav1'),
  }
}

/** The full path, because a child process gets no PATH. */
async function whereIs(program: string): Promise<string | undefined> {
  if (program.includes('/')) return resolve(program)
  try {
    const { stdout } = await run('which', [program], { timeout: 5000 })
    return stdout.trim().split('\n')[0] || undefined
  } catch {
    return undefined
  }
}

async function understandsDeathSignal(setpriv: string | undefined): Promise<boolean> {
  if (!setpriv) return false
  try {
    await run(setpriv, ['--pdeathsig', 'KILL', 'true'], { timeout: 5000 })
    return true
  } catch {
    return false
  }
}

async function filtersOf(ffmpeg: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-filters'], { timeout: 10_000, maxBuffer: 1 << 22 })
  return new Set(stdout.split('\n').flatMap((line) => /^ [A-Z.|]{2,3} (\w+) /.exec(line)?.[1] ?? []))
}

async function nonVideoDecodersOf(ffmpeg: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-decoders'], { timeout: 10_000, maxBuffer: 1 << 22 })
  return new Set(stdout.split('\n').flatMap((line) => /^ [AS][A-Z.]{5} (\S+) /.exec(line)?.[1] ?? []))
}
