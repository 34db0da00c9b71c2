import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Ffmpeg {
  ffmpeg: string
  ffprobe: string
  /** As ffmpeg prints it, for instance 5.1.9-0+deb12u1. */
  version: string
}

const minMajor = 5

/** The configured ffmpeg and ffprobe, or those on the PATH. Rejects with a sentence for the operator. */
export async function findFfmpeg(named: { ffmpeg: string | undefined; ffprobe: string | undefined }): Promise<Ffmpeg> {
  const ffmpeg = named.ffmpeg ?? 'ffmpeg'
  const ffprobe = named.ffprobe ?? 'ffprobe'
  const [version] = await Promise.all([versionOf(ffmpeg, 'FFMPEG_PATH'), versionOf(ffprobe, 'FFPROBE_PATH')])
  const major = majorOf(version)
  if (major !== undefined && major < minMajor) {
    throw new Error(
      `ffmpeg ${version} is too old to open untrusted files. Install version ${minMajor} or newer, or set FFMPEG_PATH to one.`,
    )
  }
  return { ffmpeg, ffprobe, version }
}

async function versionOf(program: string, variable: string): Promise<string> {
  try {
    const { stdout } = await run(program, ['-version'], { timeout: 10_000 })
    return /^\S+ version (\S+)/.exec(stdout)?.[1] ?? 'unknown'
  } catch {
    throw new Error(`${program} does not run. Install ffmpeg (on Debian or Ubuntu: apt-get install -y ffmpeg) or set ${variable}.`)
  }
}

/** Undefined for a build from source, whose version is a commit (N-109468-gd39b34123d); those are newer. */
const majorOf = (version: string): number | undefined => {
  const match = /^n?(\d+)\./.exec(version)
  return match ? Number(match[1]) : undefined
}
