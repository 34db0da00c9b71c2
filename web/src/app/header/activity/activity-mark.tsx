import { Check, CircleAlert, Pause } from 'lucide-react'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import type { Activity } from './activity-text.ts'

const radius = 8
const length = 2 * Math.PI * radius

/** A ring that fills as bytes travel, or a mark for what else goes on. */
export function ActivityMark({ activity: { runningCount, pausedCount, failedCount, jobCount, percent } }: { activity: Activity }) {
  if (failedCount > 0) return <CircleAlert aria-hidden="true" className="size-5" />
  if (runningCount === 0 && jobCount > 0) return <Spinner />
  if (runningCount === 0 && pausedCount > 0) return <Pause aria-hidden="true" className="size-5" />
  if (runningCount === 0) return <Check aria-hidden="true" className="size-5" />
  return (
    <svg aria-hidden="true" viewBox="0 0 20 20" fill="none" strokeWidth="3" className="size-5 -rotate-90">
      <circle cx="10" cy="10" r={radius} className="stroke-line forced-colors:hidden" />
      <circle
        cx="10"
        cy="10"
        r={radius}
        strokeDasharray={length}
        strokeDashoffset={length * (1 - percent / 100)}
        className="stroke-ember transition-[stroke-dashoffset] forced-colors:stroke-[CanvasText]"
      />
    </svg>
  )
}
