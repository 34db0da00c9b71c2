import type { Plan } from '@video-forge/contract/jobs'
import type { SourceDescription } from '@video-forge/media/probing/describe-source'
import { cleanMessage } from '@video-forge/media/run/ffmpeg/message-tail'
import { ProgramFailure } from '@video-forge/media/run/ffmpeg/run-program'

const wordsKept = 20

/** What was found and what was decided, for the log of the job. */
export function describeDecision(source: SourceDescription, plan: Plan): string[] {
  const audio = source.audioCodec ? `, sound ${source.audioCodec}` : ', no sound'
  return [
    `Source: ${source.container}, ${source.videoCodec} ${source.resolution} at ${source.frameRate} frames/s, ${source.duration} s, ${source.size} bytes${audio}`,
    ...plan.formats.map(({ format, action, reason }) => `${format}: ${action}. ${reason}`),
  ]
}

/** The last words of the program that failed, without paths of the machine; for any other error its own. */
export function lastWords(error: unknown): string[] {
  if (!(error instanceof ProgramFailure)) return [messageOf(error)]
  const lines = error.messages.split('\n').map(cleanMessage).filter(Boolean)
  return [error.message, ...lines.slice(-wordsKept)]
}

const messageOf = (error: unknown): string => cleanMessage(error instanceof Error ? error.message : String(error))
