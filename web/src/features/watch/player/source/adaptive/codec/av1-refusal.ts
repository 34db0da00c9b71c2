const storageKey = 'video_forge_av1_failed'
/** A browser or driver may be better by then. */
const forgottenAfterMs = 30 * 86_400_000

/** Whether AV1 has stuttered or failed on this device in the last weeks. */
export function hasFailed(): boolean {
  try {
    const at = Number(localStorage.getItem(storageKey))
    return at > 0 && Date.now() - at < forgottenAfterMs
  } catch {
    return false
  }
}

export function rememberFailure(): void {
  try {
    localStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without storage the next page tries again.
  }
}
