import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'
import { catalogue } from '../../src/stock/catalogue.ts'
import { clipFile } from './clips.ts'

/** A third of the usual frames, because each of them is encoded in every job; few enough bits that 720p is copied, as of the real one. */
const recipe = (seconds: number) => [
  ...['-f', 'lavfi', '-i', `testsrc2=size=1280x720:rate=10:duration=${seconds}`, '-f', 'lavfi', '-i', `sine=d=${seconds}`],
  ...['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '26', '-pix_fmt', 'yuv420p', '-g', '20', '-c:a', 'aac', '-movflags', '+faststart'],
]

const made = new Map<number, Promise<Buffer>>()

async function sampleOf(seconds: number): Promise<Buffer> {
  const sample = made.get(seconds) ?? clipFile(localSample, recipe(seconds))
  made.set(seconds, sample)
  return sample
}

/** Three seconds in place of the ten of the local sample, for jobs whose video does not matter. e2e/process makes the real one. */
export async function useShortSample(dataDir: string, seconds = 3): Promise<void> {
  const folder = join(dataDir, 'samples')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, localSample), await sampleOf(seconds))
}

/** The same in place of a clip of the built-in catalogue, which takes ten seconds of CPU time. stock.long.test.ts draws real ones. */
export async function useShortClip(dataDir: string, name: string, seconds = 3): Promise<void> {
  const folder = join(dataDir, 'samples', 'stock')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const version = catalogue.find((clip) => clip.name === name)?.version
  await writeFile(join(folder, `${name}-${version}.mp4`), await sampleOf(seconds))
}
