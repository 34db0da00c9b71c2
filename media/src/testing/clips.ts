import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { args } from '../arguments/args.ts'
import { findFfmpeg } from '../run/ffmpeg/find-ffmpeg.ts'
import { type MediaTools, openMediaTools } from '../run/ffmpeg/media-tools.ts'

const run = promisify(execFile)

/** A folder for the clips of one suite, deleted when it ends. */
export function clipFolder(): { path: (name: string) => string } {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vf-media-'))
  })
  afterAll(async () => {
    await rm(folder, { recursive: true, force: true })
  })
  return { path: (name) => join(folder, name) }
}

export const testMediaTools = async (): Promise<MediaTools> => openMediaTools(await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined }))

/** Makes a clip with ffmpeg. */
export async function makeClip(path: string, ...options: readonly string[]): Promise<string> {
  await run('ffmpeg', ['-v', 'error', '-y', ...options, path])
  return path
}

/** A clip as a phone held upright writes it: frames are stored rotated, and the track has a display matrix. */
export async function turnClip(flat: string, path: string): Promise<string> {
  const bytes = await readFile(flat)
  const matrix = bytes.indexOf('tkhd') + 44
  // Patched by hand, because the option differs between versions of ffmpeg.
  for (const [place, value] of [0, -1, 0, 1, 0].entries()) bytes.writeInt32BE(value * 0x10000, matrix + place * 4)
  await writeFile(path, bytes)
  return path
}

export const moving = (size: string, rate: string | number, seconds: number): string[] =>
  args`-f lavfi -i testsrc2=s=${size}:r=${rate}:d=${seconds}`
export const tone = (seconds: number, more = ''): string[] => args`-f lavfi -i sine=440:d=${seconds}${more}`
export const quickH264 = args`-c:v libx264 -preset ultrafast -pix_fmt yuv420p`

/** What ffmpeg decodes from a file, for comparison. */
export async function decoded(path: string, ...filters: readonly string[]): Promise<Buffer> {
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...filters], { encoding: 'buffer', maxBuffer: 1 << 26 })
  return stdout
}
