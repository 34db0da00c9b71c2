import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '@video-forge/contract/errors'

/** Argon2id, the library's default kind, at the cost OWASP recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash keeps a core busy for tens of milliseconds on the thread pool that file reads use too. So a few run at a time, one
 * core is left to everybody else, and past a full waiting room we say so at once instead of letting people wait in vain.
 */
const atOnce = Math.max(1, availableParallelism() - 1)
const waitingRoom = 1000

let running = 0
const waiting: (() => void)[] = []

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (waiting.length >= waitingRoom) {
    throw new Failure('UNAVAILABLE', 'Too many people are signing in right now. Please try again in a moment.', { retryAfter: 10 })
  }
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password.normalize('NFKC'), cost))

/** A hash no password has, so that an account that is not there takes as long to refuse as a wrong password. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$FlOhJbbakHlhGYFiIIAYtQ$/Pn/QMYLPk+65S0RTpBpCiVI7OZGNE6ExkAYlSPlzsY'

/** `mayTry` is asked when the turn comes: of a thousand tries at once, those past a limit never get to the hash. */
export const isPassword = (password: string, stored: string | null | undefined, mayTry: () => Promise<void>): Promise<boolean> =>
  inTurn(async () => {
    await mayTry()
    const matches = await verify(stored ?? nobodysHash, password.normalize('NFKC')).catch(() => false)
    return matches && stored != null
  })
