import { formatBytes } from '../format/bytes.ts'
import { formatTimeSpan } from '../format/time-span.ts'
import type { UploadState } from './queue/upload-store.ts'

/** The speed and the time left, or why they are not known. */
export function speedText({ phase, speed }: Extract<UploadState, { step: 'sending' }>): string {
  if (speed) return `${formatBytes(speed.bytesPerSecond)}/s, ${formatTimeSpan(speed.secondsLeft)} left`
  if (phase === 'waiting') return 'It resumes by itself.'
  if (phase === 'paused') return 'Resume it at any time.'
  return 'Measuring the speed…'
}
