import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '@video-forge/contract/errors'
import { tooMany } from '../../platform/cache/rate-limit.ts'
import { createFairQueue, QueueFull } from '../../platform/fair-queue.ts'
import type { Attempt } from './attempt.ts'

/** Argon2id, the library's default, with the cost that OWASP recommends: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash keeps a core busy for tens of milliseconds, on the thread pool that file reads also use. So few run at a time, one core
 * stays free, and the rest wait in fair queues.
 */
const hashesAtOnce = Math.max(1, availableParallelism() - 1)

/** Two hundred people behind one address may sign in at once. */
const maxWaitingPerKey = 250
/** Enough to keep the hashing busy, and few enough that the next client waits for few hashes. */
const perClient = { atOnce: 2 * hashesAtOnce + 4, maxRunningPerKey: 2 * hashesAtOnce, maxWaiting: 1000, maxWaitingPerKey }

/** Requests are queued fairly by client, with known devices apart from unknown clients, and then by account. */
const unknownClients = createFairQueue(perClient)
const knownDevices = createFairQueue(perClient)
const hashes = createFairQueue({ atOnce: hashesAtOnce, maxWaiting: Number.POSITIVE_INFINITY, maxWaitingPerKey: Number.POSITIVE_INFINITY })
/** Only a limit: an account that is tried from a thousand addresses must not fill the queue of unknown clients. */
const perAccount = createFairQueue({
  atOnce: Number.POSITIVE_INFINITY,
  maxRunningPerKey: maxWaitingPerKey,
  maxWaiting: 0,
  maxWaitingPerKey: 0,
})

/** Runs work that hashes a password, in the fair queue. */
export async function inHashQueue<Result>({ account, device, networks }: Attempt, work: () => Promise<Result>): Promise<Result> {
  // The wider network counts: a /48 contains 65,536 clients.
  const [client, site = client] = networks
  const hashInQueue = () => hashes.run(account, work)
  try {
    if (device) return await knownDevices.run(`${account}:${device}`, hashInQueue)
    return await perAccount.run(account, () => unknownClients.run(site.key, hashInQueue))
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error
    if (error.isOwn) throw tooMany(10)
    throw new Failure('UNAVAILABLE', 'Too many passwords are being checked right now. Please try again in a moment.', {
      retryAfter: 10,
      cause: error,
    })
  }
}

/** Slow on purpose; call it in the hash queue. */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost)

/** A hash without a password, so that an unknown account takes as long to refuse as a wrong password. */
const unknownHash = '$argon2id$v=19$m=19456,t=2,p=1$FlOhJbbakHlhGYFiIIAYtQ$/Pn/QMYLPk+65S0RTpBpCiVI7OZGNE6ExkAYlSPlzsY'

/** As slow as a hash; call it in the hash queue. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const matches = await verify(stored ?? unknownHash, password.normalize('NFKC')).catch(() => false)
  return matches && stored != null
}
