import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '@video-forge/contract/errors'
import { tooMany } from '../../platform/cache/rate-limit.ts'
import { createFairQueue, QueueFull } from '../../platform/fair-queue.ts'
import type { Attempt } from './attempt.ts'

/** Argon2id, the library's default kind, at the cost OWASP recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash keeps a core busy for tens of milliseconds on the thread pool that file reads use too. So a few run at a time, one
 * core is left to everybody else, and those who wait take turns.
 */
const hashesAtOnce = Math.max(1, availableParallelism() - 1)

/** Two hundred people behind one address may sign in at once. */
const maxWaitingPerKey = 250
/** Enough to keep the hashes going, and so few that whoever comes next waits for a few hashes only. */
const inFront = { atOnce: 2 * hashesAtOnce + 4, maxRunningPerKey: 2 * hashesAtOnce, maxWaiting: 1000, maxWaitingPerKey }

/** First the clients take turns, browsers that have signed in before apart from strangers; then the accounts. */
const strangers = createFairQueue(inFront)
const knownDevices = createFairQueue(inFront)
const hashes = createFairQueue({ atOnce: hashesAtOnce, maxWaiting: Number.POSITIVE_INFINITY, maxWaitingPerKey: Number.POSITIVE_INFINITY })
/** No queue, only a bound: an account that is tried from a thousand addresses does not fill the places of all. */
const perAccount = createFairQueue({
  atOnce: Number.POSITIVE_INFINITY,
  maxRunningPerKey: maxWaitingPerKey,
  maxWaiting: 0,
  maxWaitingPerKey: 0,
})

/** Runs what hashes a password when its turn comes. */
export async function inHashingTurn<Result>({ account, device, networks }: Attempt, work: () => Promise<Result>): Promise<Result> {
  // Whoever has a /48 has 65,536 clients, so it is one here.
  const [client, site = client] = networks
  const hashInTurn = () => hashes.run(account, work)
  try {
    if (device) return await knownDevices.run(`${account}:${device}`, hashInTurn)
    return await perAccount.run(account, () => strangers.run(site.key, hashInTurn))
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    if (error.isOwn) throw tooMany(10)
    throw new Failure('UNAVAILABLE', 'Too many people are signing in right now. Please try again in a moment.', {
      retryAfter: 10,
      cause: error,
    })
  }
}

/** Takes a core for a while: people's passwords are hashed in turn. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/** A hash no password has, so that an account that is not there takes as long to refuse as a wrong password. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$FlOhJbbakHlhGYFiIIAYtQ$/Pn/QMYLPk+65S0RTpBpCiVI7OZGNE6ExkAYlSPlzsY'

/** Takes as long as a hash, and is done in turn like one. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await verify(stored ?? nobodysHash, password.normalize('NFKC')).catch(() => false)
  return matches && stored != null
}
