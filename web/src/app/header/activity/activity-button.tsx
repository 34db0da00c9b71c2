import { useRef, useState, useSyncExternalStore } from 'react'
import { activeCount } from '../../../jobs-view/job-filters.ts'
import { useJobStats } from '../../../jobs-view/job-stats.ts'
import { liveStatus, subscribeToLiveStatus } from '../../../live/live-store.ts'
import { useLiveStream } from '../../../live/use-live.ts'
import { classNames } from '../../../ui/class-names.ts'
import { onDemand } from '../../../ui/overlays/on-demand.tsx'
import { useUploads } from '../../../uploads-view/queue/upload-store.ts'
import { totalsOf } from '../../../uploads-view/queue/upload-totals.ts'
import { ActivityMark } from './activity-mark.tsx'
import { type Activity, activityText } from './activity-text.ts'

const ActivityList = onDemand(async () => (await import('./activity-list.tsx')).ActivityList)

/** The live stream is held only while a job runs. */
function useActivity(): Activity {
  const uploads = useUploads()
  const isLiveDown = useSyncExternalStore(subscribeToLiveStatus, () => liveStatus().isDown)
  const { data: stats } = useJobStats({ isLiveDown })
  const jobCount = stats ? activeCount(stats) : 0
  useLiveStream({ isNeeded: jobCount > 0 })
  return { ...totalsOf(uploads), jobCount }
}

/** How many uploads and jobs run. It opens a list of them, and is not there while nothing runs. */
export function ActivityButton() {
  const activity = useActivity()
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const { long, short } = activityText(activity)
  // An open list stays until it is closed, with what has ended in it.
  if (!long && !isOpen) return null
  return (
    <>
      <button
        ref={button}
        type="button"
        data-activity=""
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={`${long ?? 'All done'}. Uploads and processing`}
        onClick={() => setOpen(!isOpen)}
        className={classNames(
          'flex h-10 shrink-0 animate-fade items-center gap-2 rounded-control px-2 font-medium text-13 tabular-nums hover:bg-hover xl:px-3',
          activity.failedCount > 0 && 'text-bad',
        )}
      >
        <ActivityMark activity={activity} />
        <span className="xl:hidden">{short}</span>
        <span className="hidden whitespace-nowrap xl:inline">{long ?? 'All done'}</span>
      </button>
      <ActivityList open={isOpen} onOpenChange={setOpen} button={button} jobCount={activity.jobCount} />
    </>
  )
}
