import { useState, useSyncExternalStore } from 'react'
import { areNotificationsOn, canNotify, subscribeToNotificationSetting, switchNotifications } from '../../../live/notification-setting.ts'
import { Switch } from '../../../ui/forms/switch.tsx'

/** Opt in; the browser is asked for its permission by the switch and never before. */
export function NotificationSwitch() {
  const isOn = useSyncExternalStore(subscribeToNotificationSetting, areNotificationsOn)
  const [isRefused, setRefused] = useState(false)
  if (!canNotify()) return null
  const choose = async (wanted: boolean) => setRefused((await switchNotifications(wanted)) !== wanted)
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Browser notifications"
        hint="Tells you in this browser when a video is ready or has failed and you are looking elsewhere."
        checked={isOn}
        onCheckedChange={(wanted) => void choose(wanted)}
      />
      {isRefused && (
        <p role="alert" className="text-13 text-bad">
          This browser blocks notifications from this site. Allow them in its settings for this site, then switch this on again.
        </p>
      )}
    </div>
  )
}
