/** Whether this browser shows a notification when a job ends. Stored per browser, and valid only while the browser permits it. */
const key = 'video_forge_notices'
const listeners = new Set<() => void>()

const notifyListeners = (): void => {
  for (const listener of listeners) listener()
}

export const canNotify = (): boolean => 'Notification' in window

export const areNotificationsOn = (): boolean => canNotify() && isSwitchedOn() && Notification.permission === 'granted'

/** A browser may block storage inside a frame; then there are no notifications. */
function isSwitchedOn(): boolean {
  try {
    return localStorage.getItem(key) === 'on'
  } catch {
    return false
  }
}

export function subscribeToNotificationSetting(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Switches notifications on or off and returns whether they are on now. Only this asks the browser for permission. */
export async function switchNotifications(isWanted: boolean): Promise<boolean> {
  if (isWanted && canNotify() && (await Notification.requestPermission()) === 'granted') localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  notifyListeners()
  return areNotificationsOn()
}
