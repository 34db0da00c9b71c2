import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { appendFile, mkdtemp, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

let folder = ''

/** A folder for the files of a run, gone after it. */
export function withClips(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vf-clips-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
}

/** Where a file of this name is, or can be made. */
export const clipPath = (name: string): string => join(folder, name)

/** What the files of a worker have made already, by the arguments for it. */
const made = new Map<string, Buffer>()

/** A few seconds of a moving picture with a tone or another sound, made by ffmpeg. */
export function makeClip(
  name: string,
  codec: readonly string[] = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'],
  sound = 'sine=frequency=440:duration=3',
  rate = 10,
): string {
  const path = clipPath(name)
  const source = ['-f', 'lavfi', '-i', `testsrc2=size=640x360:rate=${rate}:duration=3`, '-f', 'lavfi', '-i', sound]
  const args = ['-v', 'error', '-y', ...source, ...codec, '-movflags', '+faststart']
  const key = [...args, extname(name)].join(' ')
  const known = made.get(key)
  if (known) {
    writeFileSync(path, known)
    return path
  }
  const run = spawnSync('ffmpeg', [...args, path], { encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`ffmpeg made no clip: ${run.stderr}`)
  made.set(key, readFileSync(path))
  return path
}

/** The same, repeated: long, and made in a moment. */
export function repeatClip(path: string, times: number): string {
  const output = path.replace(/(?=\.\w+$)/, `-${times}-times`)
  const made = spawnSync('ffmpeg', ['-v', 'error', '-y', '-stream_loop', String(times - 1), '-i', path, '-c', 'copy', output], {
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`ffmpeg repeated no clip: ${made.stderr}`)
  return output
}

/** An empty file of any size, which takes no space on the disk. */
export async function makeHollow(name: string, bytes: number): Promise<string> {
  const path = clipPath(name)
  await appendFile(path, '')
  await truncate(path, bytes)
  return path
}
