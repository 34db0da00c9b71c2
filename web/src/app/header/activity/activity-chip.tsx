import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import type { User } from '@video-forge/contract/accounts'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { onProcessingStarted, useUploads } from '../../../features/upload/upload-store.ts'
import { totalsOf } from '../../../features/upload/upload-totals.ts'
import { activeCount } from '../../../jobs-view/job-filters.ts'
import { useJobStats } from '../../../jobs-view/job-queries.ts'
import { liveStatus, subscribeToLiveStatus } from '../../../live/live-store.ts'
import { useLiveStream } from '../../../live/use-live.ts'
import { classNames } from '../../../ui/class-names.ts'
import { onDemand } from '../../../ui/overlays/on-demand.tsx'
import { clientOf } from '../../query-scope.tsx'
import { ActivityMark } from './activity-mark.tsx'
import { type Activity, activityText } from './activity-text.ts'

/** Most pages are shown while nothing runs, so the list has a chunk of its own. */
const ActivityList = onDemand(async () => (await import('./activity-list.tsx')).ActivityList)

/** Running uploads and jobs of the user, on every page. Somebody who only administrates has none. */
export const ActivityChip = ({ user }: { user: User }) =>
  user.groups.includes('user') ? (
    <QueryClientProvider client={clientOf(user.id)}>
      <Chip />
    </QueryClientProvider>
  ) : null

/** The live stream is held only while a job runs; a job that this page starts renews the count. */
function useActivity(): Activity {
  const client = useQueryClient()
  const uploads = useUploads()
  const isLiveDown = useSyncExternalStore(subscribeToLiveStatus, () => liveStatus().isDown)
  const { data: stats } = useJobStats({ isLiveDown })
  const jobCount = stats ? activeCount(stats) : 0
  useLiveStream({ isNeeded: jobCount > 0 })
  useEffect(() => onProcessingStarted(() => void client.invalidateQueries({ queryKey: ['jobs'] })), [client])
  return { ...totalsOf(uploads), jobCount }
}

function Chip() {
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
