import { useCallback, useRef, useState } from 'react'
import type { FailureCause } from './failure-cause.ts'

/** After playing this long, a recovery counts as successful and another may follow. */
const recoveredAfterSeconds = 10

/** A failed stream is requested again once, because its addresses may have expired or a file may have moved. Then the error is shown. */
export function useStreamRecovery(renew: () => void) {
  const [failed, setFailed] = useState<FailureCause>()
  const triedAt = useRef<number>(undefined)
  return {
    /** Set when a second attempt has failed too. */
    failed,
    fail: useCallback(
      (seconds: number, cause: FailureCause) => {
        if (triedAt.current !== undefined) return setFailed(cause)
        triedAt.current = seconds
        renew()
      },
      [renew],
    ),
    noteProgress: useCallback((seconds: number) => {
      if (triedAt.current !== undefined && seconds > triedAt.current + recoveredAfterSeconds) triedAt.current = undefined
    }, []),
    startOver: useCallback(() => {
      triedAt.current = undefined
      setFailed(undefined)
    }, []),
  }
}
