/**
 * Whether this browser shows a notification when a job ends. The choice is this browser's, not the account's, and counts only as
 * long as the browser permits it.
 */
const key = 'video_forge_notices'
const listeners = new Set<() => void>()

const announce = (): void => {
  for (const listener of listeners) listener()
}

export const canNotify = (): boolean => 'Notification' in window

export const areNotificationsOn = (): boolean => canNotify() && isSwitchedOn() && Notification.permission === 'granted'

/** Inside a page of strangers the browser may close the storage; nobody is told anything there. */
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

/** Asks the browser for its permission only here, when somebody has just switched them on; says whether they are on now. */
export async function switchNotifications(wanted: boolean): Promise<boolean> {
  if (wanted && canNotify() && (await Notification.requestPermission()) === 'granted') localStorage.setItem(key, 'on')
  else localStorage.removeItem(key)
  announce()
  return areNotificationsOn()
}
