import { useCallback, useRef, useState } from 'react'
import type { FailureCause } from './failure-cause.ts'

/** After playing this long, a recovery counts as successful and another may follow. */
const recoveredAfterSeconds = 10

/** What a job has encoded since it was last started, in the addresses of its chunks. */
const splitIn = (address: string): string | undefined => /\/live-([0-9a-f-]{36})-/.exec(address)?.[1]

/**
 * A failed stream is requested again once, because its addresses may have expired or a file may have moved. Then the error is shown, unless there
 * is something else to play (`leave`), which there is at once for what the browser cannot decode. A job that has started over is no failure,
 * however often it does.
 */
export function useStreamRecovery(renew: () => void, leave: (() => void) | undefined) {
  const [failed, setFailed] = useState<FailureCause>()
  const triedAt = useRef<number>(undefined)
  const goneSplit = useRef<string>(undefined)
  return {
    /** Set when a second attempt has failed too. */
    failed,
    fail: useCallback(
      (seconds: number, cause: FailureCause, gone = '') => {
        const split = splitIn(gone)
        if (split !== undefined && split !== goneSplit.current) {
          goneSplit.current = split
          return renew()
        }
        const isTried = triedAt.current !== undefined
        if (leave && (cause === 'format' || (isTried && cause !== 'network'))) {
          triedAt.current = undefined
          return leave()
        }
        if (isTried) return setFailed(cause)
        triedAt.current = seconds
        renew()
      },
      [renew, leave],
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
