import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll } from 'vitest'

const run = promisify(execFile)

export interface Clip {
  path: string
  frames: number
  seconds: number
}

const rate = 25

/** A clip that keeps an encoder busy for some seconds, and one that is made in a moment; both have to be encoded anew. */
export function withClips(): { long: Clip; short: Clip } {
  const clips = { long: clipOf(24), short: clipOf(1) }
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vf-fault-clips-'))
    for (const [name, clip] of Object.entries(clips)) {
      clip.path = join(folder, `${name}.mp4`)
      const picture = `testsrc2=size=640x360:rate=${rate}:duration=${clip.seconds}${name === 'long' ? ',noise=alls=8:allf=t' : ''}`
      const sound = ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${clip.seconds}`]
      const codecs = ['-c:v', 'mpeg4', '-q:v', '6', '-c:a', 'aac']
      await run('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, ...sound, ...codecs, clip.path])
    }
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))
  return clips
}

const clipOf = (seconds: number): Clip => ({ path: '', frames: seconds * rate, seconds })
