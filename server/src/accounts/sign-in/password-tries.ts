import { setTimeout as sleep } from 'node:timers/promises'
import type { Cache } from '../../platform/cache/cache.ts'
import { countFailure, isUsedUp, type RateLimit, refuseWhenUsedUp, takeWithin, tooMany } from '../../platform/cache/rate-limit.ts'
import { createFairQueue, QueueFull } from '../../platform/fair-queue.ts'
import type { Attempt } from './attempt.ts'
import { slowPace } from './limits.ts'
import { inHashingTurn, isPassword } from './passwords.ts'

interface PasswordTry {
  password: string
  stored: string | null | undefined
  attempt: Attempt
  /** What refuses once it is used up. */
  refuseAfter: RateLimit[]
  /** What makes tries take turns once it is used up. */
  slowAfter?: RateLimit[]
}

export type PasswordTries = (wanted: PasswordTry) => Promise<boolean>

/** How many of an account's tries wait for a slow turn in one process; together they wait less than a browser does. */
const maxWaiting = 5

/**
 * Tries passwords. Only wrong ones count: two hundred people behind one address may all sign in at once. When an account has
 * seen many wrong ones from everywhere, nobody is refused for it, since the next may be its owner; but one try is made every
 * two seconds, so guessing gets no further with a thousand addresses than with a few.
 */
export function createPasswordTries(cache: Cache, wait: (ms: number) => Promise<unknown> = sleep): PasswordTries {
  const turns = createFairQueue({ atOnce: 1000, maxRunningPerKey: 1, maxWaiting: 1000, maxWaitingPerKey: maxWaiting })
  const waitingClients = new Set<string>()

  const slowTurn = async (attempt: Attempt): Promise<void> => {
    const pace = slowPace(attempt)
    const who = `${attempt.account} ${attempt.networks[0].key}`
    // One client waits once for an account, or it would take every turn of it.
    if (waitingClients.has(who)) throw tooMany(pace.perSeconds)
    waitingClients.add(who)
    try {
      await turns.run(attempt.account, async () => {
        // Other processes take turns from the same counter.
        for (let time = 0; time < maxWaiting; time += 1) {
          const waitSeconds = await takeWithin(cache, pace)
          if (waitSeconds === 0) return
          await wait(waitSeconds * 1000)
        }
        throw tooMany(pace.perSeconds)
      })
    } catch (error) {
      throw error instanceof QueueFull ? tooMany(pace.perSeconds * maxWaiting) : error
    } finally {
      waitingClients.delete(who)
    }
  }

  /** The limits are asked when the turn comes: of a thousand tries at once, those past a limit never get to the hash. */
  const tryNow = ({ password, stored, attempt, refuseAfter, slowAfter = [] }: PasswordTry, hasSlowTurn: boolean) =>
    inHashingTurn(attempt, async (): Promise<boolean | 'slow'> => {
      await refuseWhenUsedUp(cache, refuseAfter)
      if (!hasSlowTurn && (await isUsedUp(cache, slowAfter))) return 'slow'
      const isRight = await isPassword(password, stored)
      if (!isRight) await countFailure(cache, [...refuseAfter, ...slowAfter])
      return isRight
    })

  return async (wanted: PasswordTry): Promise<boolean> => {
    await refuseWhenUsedUp(cache, wanted.refuseAfter)
    const isRight = await tryNow(wanted, false)
    if (isRight !== 'slow') return isRight
    await slowTurn(wanted.attempt)
    return (await tryNow(wanted, true)) === true
  }
}
