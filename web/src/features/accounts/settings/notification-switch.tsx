import { useState, useSyncExternalStore } from 'react'
import { areNotificationsOn, canNotify, subscribeToNotificationSetting, switchNotifications } from '../../../live/notification-setting.ts'
import { Switch } from '../../../ui/forms/switch.tsx'

/** Off by default. Only switching it on asks the browser for permission. */
export function NotificationSwitch() {
  const isOn = useSyncExternalStore(subscribeToNotificationSetting, areNotificationsOn)
  const [isBlocked, setBlocked] = useState(false)
  if (!canNotify()) return null
  const toggle = async (isWanted: boolean) => setBlocked((await switchNotifications(isWanted)) !== isWanted)
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Browser notifications"
        hint="Notifies you in this browser when a video is ready or has failed while you are on another page."
        checked={isOn}
        onCheckedChange={(isWanted) => void toggle(isWanted)}
      />
      {isBlocked && (
        <p role="alert" className="text-13 text-bad">
          This browser blocks notifications from this site. Allow them in the browser's settings, then switch this on again.
        </p>
      )}
    </div>
  )
}
