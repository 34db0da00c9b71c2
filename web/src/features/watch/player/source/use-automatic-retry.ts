import { useEffect, useRef } from 'react'

/** The pause before each attempt; the last one repeats. */
const delaysMs = [2000, 4000, 8000, 15_000, 30_000]
/** After this long without an attempt the pauses start over. */
const calmMs = 60_000

/** While the network is lost: tries again by itself, at once when the browser says that the network is back. */
export function useAutomaticRetry(isLost: boolean, retry: () => void): void {
  const latest = useRef(retry)
  const attempts = useRef({ count: 0, at: 0 })
  useEffect(() => {
    latest.current = retry
  })
  useEffect(() => {
    if (!isLost) return
    if (Date.now() - attempts.current.at > calmMs) attempts.current.count = 0
    const tryAgain = () => {
      attempts.current = { count: attempts.current.count + 1, at: Date.now() }
      latest.current()
    }
    const timer = setTimeout(tryAgain, delaysMs[Math.min(attempts.current.count, delaysMs.length - 1)])
    window.addEventListener('online', tryAgain)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', tryAgain)
    }
  }, [isLost])
}
