import { execFile } from 'node:child_process'
import { access, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { localSample } from '@video-forge/contract/rules/jobs/job-rules'

const run = promisify(execFile)

/** A ten-second clip with video and audio, which ffmpeg generates the first time it is needed. */
export function createLocalSample(ffmpeg: string, folder: string): () => Promise<string> {
  let made: Promise<string> | undefined
  const make = async () => {
    const path = join(folder, localSample)
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    )
      return path
    await mkdir(folder, { recursive: true })
    const fresh = join(folder, `${process.pid}-${localSample}`)
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=1280x720:rate=30:duration=10']
    const audio = ['-f', 'lavfi', '-i', 'sine=frequency=330:beep_factor=4:sample_rate=48000:duration=10']
    const encoders = [
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '60',
      '-c:a',
      'aac',
      '-ac',
      '2',
      '-movflags',
      '+faststart',
    ]
    await run(ffmpeg, ['-hide_banner', '-loglevel', 'error', '-y', ...picture, ...audio, ...encoders, fresh], { timeout: 120_000 })
    await rename(fresh, path)
    return path
  }
  return () => {
    made ??= make().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}
