import { QueryClientProvider } from '@tanstack/react-query'
import type { User } from '@video-forge/contract/accounts/accounts'
import { useEffect, useState } from 'react'
import { activeCount } from '../../../jobs-view/job-filters.ts'
import { useJobStats } from '../../../jobs-view/job-stats.ts'
import { onDemand } from '../../../ui/overlays/on-demand.tsx'
import { useUploads } from '../../../uploads-view/queue/upload-store.ts'
import { clientOf } from '../../query-scope.tsx'

/** Most pages are shown while nothing runs, so they do without its code. */
const ActivityButton = onDemand(async () => (await import('./activity-button.tsx')).ActivityButton)

/** Running uploads and jobs of the user, on every page. Somebody who only administrates has none. */
export const ActivityChip = ({ user }: { user: User }) =>
  user.groups.includes('user') ? (
    <QueryClientProvider client={clientOf(user.id)}>
      <WhileSomethingRuns />
    </QueryClientProvider>
  ) : null

function WhileSomethingRuns() {
  const isUploading = useUploads().length > 0
  const { data: stats } = useJobStats()
  const [isNeeded, setNeeded] = useState(false)
  const isActive = isUploading || (stats !== undefined && activeCount(stats) > 0)
  useEffect(() => {
    if (isActive) setNeeded(true)
  }, [isActive])
  // Once it is needed, it decides by itself when it is shown: its list may be open when the last job ends.
  return <ActivityButton open={isNeeded} onOpenChange={setNeeded} />
}
