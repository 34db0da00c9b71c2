import { ERRORS, type Locker } from '@tus/server'
import type { SessionLocks } from '../platform/database/locks/session-locks.ts'

/** How long a request waits for an earlier one to end. */
export const lockMs = 30_000

/** The status of the protocol for an upload that another request still receives: clients ask again. */
const locked = { ...ERRORS.ERR_LOCK_TIMEOUT, status_code: 423 }

/**
 * One request at a time receives an upload, across all processes. A later request means that the client has given up the earlier
 * one, which then ends with what it has received.
 */
export const createLocker = (locks: Pick<SessionLocks, 'acquire'>, waitMs = lockMs): Locker => ({
  newLock(id) {
    let release = async () => {}
    return {
      async lock(stopped, requestRelease) {
        const timeout = AbortSignal.timeout(waitMs)
        release = await locks
          .acquire(id, AbortSignal.any([stopped, timeout]), () => void requestRelease())
          .catch((error) => {
            throw timeout.aborted || stopped.aborted ? locked : error
          })
      },
      unlock: () => release(),
    }
  },
})
