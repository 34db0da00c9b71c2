import { useEffect } from 'react'

/**
 * Asks before the tab closes or reloads while bytes travel. Other pages of the product need no warning: the upload lives
 * outside its page and goes on.
 */
export function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
}
