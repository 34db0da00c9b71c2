import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localSample } from '@video-forge/contract/rules/job-rules'
import { clipFile } from './clips.ts'

const recipe = [
  ...['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=3', '-f', 'lavfi', '-i', 'sine=d=3'],
  ...['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-g', '60', '-c:a', 'aac'],
]

let made: Promise<Buffer> | undefined

/** Three seconds in place of the ten of the local sample, for jobs whose video does not matter. pipeline.test.ts makes the real one. */
export async function useShortSample(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'samples')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  made ??= clipFile(localSample, recipe)
  await writeFile(join(folder, localSample), await made)
}
