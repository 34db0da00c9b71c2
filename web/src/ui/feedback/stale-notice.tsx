import { History } from 'lucide-react'
import { formatClockTime } from '../../format/clock-time.ts'
import { Button } from '../button.tsx'

interface StaleNoticeProps {
  /** When the shown data was fetched, in milliseconds. */
  since: number
  onRetry: () => void
}

/** Says that a refresh failed and how old the shown data is. */
export const StaleNotice = ({ since, onRetry }: StaleNoticeProps) => (
  <div role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-control bg-warn-soft py-1 pr-1 pl-3 text-13 text-warn">
    <History aria-hidden="true" className="size-4 shrink-0" />
    <span className="flex-1 py-1">This could not be refreshed. You see it as of {formatClockTime(since)}.</span>
    <Button kind="quiet" size="small" onClick={onRetry}>
      Try again
    </Button>
  </div>
)
