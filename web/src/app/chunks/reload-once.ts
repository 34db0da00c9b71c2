const prefix = 'video-forge.reloaded-for:'
/** A tab may stay open across several releases, so a reload is remembered only for a while. */
const memoryMs = 10 * 60_000

/** Reloads the page, at most once per reason, and not while something would be lost. */
export function reloadOnce(reason: string): boolean {
  try {
    const last = sessionStorage.getItem(prefix + reason)
    if (last !== null && Math.abs(Date.now() - Number(last)) < memoryMs) return false
    // A running upload, for example, cancels this event.
    if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
    sessionStorage.setItem(prefix + reason, String(Date.now()))
  } catch {
    // Without storage a reload could repeat for ever.
    return false
  }
  window.location.reload()
  return true
}
