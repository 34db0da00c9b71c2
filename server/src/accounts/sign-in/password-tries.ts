import { setTimeout as sleep } from 'node:timers/promises'
import type { Cache } from '../../platform/cache/cache.ts'
import { countFailure, isUsedUp, type RateLimit, refuseWhenUsedUp, takeWithin, tooMany } from '../../platform/cache/rate-limit.ts'
import { createFairQueue, QueueFull } from '../../platform/fair-queue.ts'
import type { Attempt } from './attempt.ts'
import { slowTryLimit } from './limits.ts'
import { inHashQueue, isPassword } from './passwords.ts'

interface PasswordTry {
  password: string
  stored: string | null | undefined
  attempt: Attempt
  /** Limits that refuse the try. */
  refuseAfter: RateLimit[]
  /** Limits that delay the try. */
  slowAfter?: RateLimit[]
}

export type PasswordTries = (request: PasswordTry) => Promise<boolean>

/** Delayed tries of one account in one process; their total wait is shorter than a browser's time-out. */
const maxWaiting = 5

/**
 * Checks passwords under rate limits. Only wrong ones count: two hundred people behind one address may sign in at once. After many
 * wrong ones from everywhere nobody is refused, because the next may be the owner; but the account then allows one try every two
 * seconds, so that a thousand addresses guess no faster than a few.
 */
export function createPasswordTries(cache: Cache, wait: (ms: number) => Promise<unknown> = sleep): PasswordTries {
  const slowTries = createFairQueue({ atOnce: 1000, maxRunningPerKey: 1, maxWaiting: 1000, maxWaitingPerKey: maxWaiting })
  const waitingClients = new Set<string>()

  const waitForSlowTry = async (attempt: Attempt): Promise<void> => {
    const limit = slowTryLimit(attempt)
    const client = `${attempt.account} ${attempt.networks[0].key}`
    // One client may wait only once, otherwise it could take every slot of the account.
    if (waitingClients.has(client)) throw tooMany(limit.perSeconds)
    waitingClients.add(client)
    try {
      await slowTries.run(attempt.account, async () => {
        // The counter is shared with other processes.
        for (let time = 0; time < maxWaiting; time += 1) {
          const waitSeconds = await takeWithin(cache, limit)
          if (waitSeconds === 0) return
          await wait(waitSeconds * 1000)
        }
        throw tooMany(limit.perSeconds)
      })
    } catch (error) {
      throw error instanceof QueueFull ? tooMany(limit.perSeconds * maxWaiting) : error
    } finally {
      waitingClients.delete(client)
    }
  }

  /** The limits are checked again in the queue: of a thousand concurrent tries, those above a limit are never hashed. */
  const tryNow = ({ password, stored, attempt, refuseAfter, slowAfter = [] }: PasswordTry, hasWaited: boolean) =>
    inHashQueue(attempt, async (): Promise<boolean | 'slow'> => {
      await refuseWhenUsedUp(cache, refuseAfter)
      if (!hasWaited && (await isUsedUp(cache, slowAfter))) return 'slow'
      const isRight = await isPassword(password, stored)
      if (!isRight) await countFailure(cache, [...refuseAfter, ...slowAfter])
      return isRight
    })

  return async (request: PasswordTry): Promise<boolean> => {
    await refuseWhenUsedUp(cache, request.refuseAfter)
    const isRight = await tryNow(request, false)
    if (isRight !== 'slow') return isRight
    await waitForSlowTry(request.attempt)
    return (await tryNow(request, true)) === true
  }
}
