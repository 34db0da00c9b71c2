import { useCallback, useRef, useState } from 'react'

/** Playing on for this long after a rescue means that it worked, and another may be tried one day. */
const provenSeconds = 10

/**
 * A stream that fails is asked for once more, because its addresses may have run out or a file may have moved. If that does
 * not help, the person is told.
 */
export function useStreamRecovery(renew: () => void) {
  const [failed, setFailed] = useState(false)
  const triedAt = useRef<number>(undefined)
  return {
    failed,
    fail: useCallback(
      (seconds: number) => {
        if (triedAt.current !== undefined) return setFailed(true)
        triedAt.current = seconds
        renew()
      },
      [renew],
    ),
    noteProgress: useCallback((seconds: number) => {
      if (triedAt.current !== undefined && seconds > triedAt.current + provenSeconds) triedAt.current = undefined
    }, []),
    startOver: useCallback(() => {
      triedAt.current = undefined
      setFailed(false)
    }, []),
  }
}
