import { readAv1VersionArguments } from '../../arguments/reencode-arguments.ts'
import type { MediaTools } from '../ffmpeg/media-tools.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { lowestPriority } from './encode-runs.ts'

const limits = { seconds: 60, silentSeconds: 60, memoryBytes: 1024 ** 3, fileBytes: 1024 ** 2 }

/** The major version of SVT-AV1, which it writes only when it encodes. Undefined where it writes something else. */
export async function readAv1Version({ ffmpeg, sandbox }: MediaTools, folder: string, signal: AbortSignal): Promise<number | undefined> {
  const { messages } = await runProgram({
    ...{ program: ffmpeg, arguments: readAv1VersionArguments, folder, sandbox, limits, niceness: lowestPriority, signal },
  })
  const major = /Encoder Lib v(\d+)\./.exec(messages.text())?.[1]
  return major === undefined ? undefined : Number(major)
}
