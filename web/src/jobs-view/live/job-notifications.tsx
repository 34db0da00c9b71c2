import type { JobUpdate } from '@video-forge/contract/live'
import { isActive } from '@video-forge/contract/rules/jobs/job-lifecycle'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { subscribeToLiveEvents } from '../../live/live-store.ts'
import { areNotificationsOn, subscribeToNotificationSetting } from '../../live/notification-setting.ts'
import { useLiveStream } from '../../live/use-live.ts'
import { call } from '../../session/call.ts'

/** Shows a browser notification when a job ends while the page is not in focus, if the user switched that on. */
export const JobNotifications = () =>
  useSyncExternalStore(subscribeToNotificationSetting, areNotificationsOn) ? <NotifyWhenJobsEnd /> : null

function NotifyWhenJobsEnd() {
  const navigate = useNavigate()
  useLiveStream({ evenHidden: true })
  useEffect(() => {
    const activeIds = new Set<string>()
    return subscribeToLiveEvents((event) => {
      if (event.kind !== 'update') return
      const { jobId, status } = event.update
      if (isActive(status)) activeIds.add(jobId)
      else if (activeIds.delete(jobId) && status !== 'CANCELLED')
        void notify(event.update, () => void navigate(`/jobs/${jobId}`)).catch(() => {})
    })
  }, [navigate])
  return null
}

async function notify({ jobId, status }: JobUpdate, onClick: () => void): Promise<void> {
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  // Admins receive events of all jobs; this call finds only their own.
  const { job } = await call('GET /jobs/{id}', { params: { id: jobId } })
  const text = status === 'COMPLETED' ? 'Your video is ready.' : (job.error_text ?? 'Your video could not be processed.')
  // Several tabs may notify; the tag merges them into one notification.
  const notification = new Notification(job.title, { body: text, tag: `${jobId} ${status}`, icon: '/favicon.svg' })
  notification.onclick = () => {
    window.focus()
    onClick()
  }
}
