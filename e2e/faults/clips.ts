import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'
import { numberedPictures } from '../harness/watching/numbered-pictures.ts'

const run = promisify(execFile)

export interface Clip {
  path: string
  frames: number
  seconds: number
  outputFormats: readonly string[]
}

const rate = 25
const busy = ',noise=alls=8:allf=t'

interface Recipe {
  seconds: number
  size: string
  /** Filters. */
  more: string
  outputFormats?: readonly string[]
}

/** All have to be encoded anew. */
const recipes = {
  /** Made in a moment. */
  short: { seconds: 1, size: '640x360', more: '' },
  /** Keeps an encoder busy for some seconds. */
  long: { seconds: 24, size: '640x360', more: busy },
  /** So much work that several workers share it. */
  endless: { seconds: 90, size: '1280x720', more: busy },
  /** So much work in two qualities that two workers share it, and that it is watched for a while before it is encoded. */
  watched: { seconds: 60, size: '1280x720', more: `${busy},${numberedPictures}`, outputFormats: ['720p', '480p'] },
} satisfies Record<string, Recipe>

/** The named clips, drawn before the tests of a file. */
export function withClips<Name extends keyof typeof recipes>(...names: Name[]): Record<Name, Clip> {
  const made = names.map((name): [Name, Clip] => [name, clipOf(recipes[name])])
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vf-fault-clips-'))
    for (const [name, clip] of made) {
      clip.path = join(folder, `${name}.mp4`)
      const { seconds, size, more } = recipes[name]
      const picture = `testsrc2=size=${size}:rate=${rate}:duration=${seconds}${more}`
      const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`]
      const codecs = ['-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'aac']
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...sound, ...codecs, clip.path])
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return Object.fromEntries(made) as Record<Name, Clip>
}

const clipOf = ({ seconds, outputFormats = ['480p'] }: Recipe): Clip => ({ path: '', frames: seconds * rate, seconds, outputFormats })
