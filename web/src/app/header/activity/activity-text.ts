import type { UploadTotals } from '../../../uploads-view/queue/upload-totals.ts'

export interface Activity extends UploadTotals {
  /** Jobs that wait or run. */
  jobCount: number
}

interface ActivityText {
  /** Undefined when nothing runs and nothing needs attention. */
  long: string | undefined
  /** For narrow screens. */
  short: string
}

export function activityText({ runningCount, pausedCount, failedCount, jobCount, percent }: Activity): ActivityText {
  const parts = [
    runningCount > 0 && `${runningCount} uploading · ${percent}%`,
    pausedCount > 0 && `${pausedCount} paused`,
    failedCount > 0 && `${failedCount} failed`,
    jobCount > 0 && `${jobCount} processing`,
  ].filter((part) => part !== false)
  const short = runningCount > 0 ? `${percent}%` : String(failedCount || pausedCount || jobCount || '')
  return { long: parts.length > 0 ? parts.join(', ') : undefined, short }
}
