const prefix = 'video-forge.reloaded-for:'
/** A tab may stay open over several versions, so a reload counts for a while and not for ever. */
const memoryMs = 10 * 60_000

/** Reloads the page for what cannot be loaded otherwise, at most once for each reason, and never over something that would be lost. */
export function reloadOnce(reason: string): boolean {
  try {
    const last = sessionStorage.getItem(prefix + reason)
    if (last !== null && Math.abs(Date.now() - Number(last)) < memoryMs) return false
    // Whoever has something to lose, such as a running upload, objects.
    if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) return false
    sessionStorage.setItem(prefix + reason, String(Date.now()))
  } catch {
    // Without a memory every reload would be the first.
    return false
  }
  window.location.reload()
  return true
}
