import type { JobUpdate } from '@video-forge/contract/live'
import { isActive } from '@video-forge/contract/rules/job-lifecycle'
import { useEffect, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { subscribeToLiveEvents } from '../../live/live-store.ts'
import { areNotificationsOn, subscribeToNotificationSetting } from '../../live/notification-setting.ts'
import { useLiveStream } from '../../live/use-live.ts'
import { call } from '../../session/call.ts'

/** A notification of the browser when a job ends, for those who switched that on and look elsewhere. */
export const JobNotifications = () =>
  useSyncExternalStore(subscribeToNotificationSetting, areNotificationsOn) ? <NotifyWhenJobsEnd /> : null

function NotifyWhenJobsEnd() {
  const navigate = useNavigate()
  useLiveStream({ evenHidden: true })
  useEffect(() => {
    const atWork = new Set<string>()
    return subscribeToLiveEvents((news) => {
      if (news.kind !== 'update') return
      const { jobId, status } = news.update
      if (isActive(status)) atWork.add(jobId)
      else if (atWork.delete(jobId) && status !== 'CANCELLED')
        void notify(news.update, () => void navigate(`/jobs/${jobId}`)).catch(() => {})
    })
  }, [navigate])
  return null
}

async function notify({ jobId, status }: JobUpdate, onClick: () => void): Promise<void> {
  if (document.visibilityState === 'visible' && document.hasFocus()) return
  // An admin hears of everybody's jobs; somebody else's is not found here, and is not told.
  const { job } = await call('GET /jobs/{id}', { params: { id: jobId } })
  const text = status === 'COMPLETED' ? 'Your video is ready.' : (job.error_text ?? 'Your video could not be made.')
  // Several tabs tell the same; the tag makes one notification of it.
  const notification = new Notification(job.title, { body: text, tag: `${jobId} ${status}`, icon: '/favicon.svg' })
  notification.onclick = () => {
    window.focus()
    onClick()
  }
}
