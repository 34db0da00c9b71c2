import type { Plan } from '@video-forge/contract/jobs'
import type { SourceDescription } from '@video-forge/media/probing/describe-source'
import { cleanMessage } from '@video-forge/media/run/ffmpeg/message-tail'
import { ProgramFailure } from '@video-forge/media/run/ffmpeg/run-program'
import type { Logger } from 'pino'
import type { Claim, Ledger } from './ledger.ts'

const maxMessages = 20

/** The source and the plan, as lines of the job's log. */
export function describeDecision(source: SourceDescription, plan: Plan): string[] {
  const audio = source.audioCodec ? `, audio ${source.audioCodec}` : ', no audio'
  return [
    `Source: ${source.container}, ${source.videoCodec} ${source.resolution} at ${source.frameRate} frames/s, ${source.duration} s, ${source.size} bytes${audio}`,
    ...plan.formats.map(({ format, action, reason }) => `${format}: ${action}. ${reason}`),
  ]
}

/** The last messages of the program that failed, without paths of the machine; of any other error its own. */
export function errorLines(error: unknown): string[] {
  if (!(error instanceof ProgramFailure)) return [messageOf(error)]
  const lines = error.messages.split('\n').map(cleanMessage).filter(Boolean)
  return [error.message, ...lines.slice(-maxMessages)]
}

const messageOf = (error: unknown): string => cleanMessage(error instanceof Error ? error.message : String(error))

/** A job never fails because its log cannot be written. */
export async function addToLog(
  { ledger, log }: { ledger: Pick<Ledger, 'note'>; log: Logger },
  claim: Claim,
  lines: readonly string[],
): Promise<void> {
  try {
    for (const line of lines) await ledger.note(claim, line)
  } catch (error) {
    log.warn({ err: error, jobId: claim.id }, 'job log could not be written')
  }
}
