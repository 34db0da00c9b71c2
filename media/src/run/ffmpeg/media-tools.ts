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
  /** A command in front of the child's: it is killed when its parent dies, however it dies, and may not make itself more important. */
  setpriv: readonly string[]
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
    sandbox: { setpriv: await privilegesOf(setpriv), prlimit, nice },
    machine: {
      cores: availableParallelism(),
      memoryBytes: availableBytes(totalmem(), process.constrainedMemory()),
      zscale: filters.has('zscale'),
      toneMapping: filters.has('zscale') && filters.has('tonemap'),
      bwdif: filters.has('bwdif'),
    },
    nonVideoDecoders,
    canWriteWebp: encoders.has('libwebp'),
    canEncodeAv1: encoders.has('libsvtav1'),
  }
}

/** A container may use less than the machine has. Without a limit, Node says 0 or more than any machine has. */
export const availableBytes = (total: number, limit: number): number => Math.min(total, limit || total)

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

const diesWithParent = ['--pdeathsig', 'KILL']
/** SVT-AV1 makes its threads real-time ones where it may, which is as root: nothing else would run beside them, whatever their priority. */
const withoutRealTime = ['--bounding-set', '-sys_nice', '--inh-caps', '-sys_nice']

/** With all that setpriv can do here: only root may take rights from its children, and old versions know less. */
async function privilegesOf(setpriv: string | undefined): Promise<string[]> {
  if (!setpriv) return []
  for (const options of [[...diesWithParent, ...withoutRealTime], diesWithParent]) {
    const works = await run(setpriv, [...options, 'true'], { timeout: 5000 }).then(
      () => true,
      () => false,
    )
    if (works) return [setpriv, ...options]
  }
  return []
}

async function filtersOf(ffmpeg: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-filters'], { timeout: 10_000, maxBuffer: 1 << 22 })
  return new Set(stdout.split('\n').flatMap((line) => /^ [A-Z.|]{2,3} (\w+) /.exec(line)?.[1] ?? []))
}

async function nonVideoDecodersOf(ffmpeg: string): Promise<ReadonlySet<string>> {
  const { stdout } = await run(ffmpeg, ['-hide_banner', '-decoders'], { timeout: 10_000, maxBuffer: 1 << 22 })
  return new Set(stdout.split('\n').flatMap((line) => /^ [AS][A-Z.]{5} (\S+) /.exec(line)?.[1] ?? []))
}
