import { pause } from '../pause.js'

/** @import { Job } from '../calls.js' */
/** @import { Forge, WaitOptions } from '../types.js' */

const ends = new Set(['COMPLETED', 'FAILED', 'CANCELLED'])
/** Even with live events a poll now and then: a proxy may hold them back. */
const safetyPollSeconds = 30
const reconnectSeconds = 5

/**
 * Waits for the end of a job: by live events, and by polling where they do not arrive.
 * @param {Pick<Forge, 'call' | 'events'>} forge @param {string} id @param {WaitOptions} options @returns {Promise<Job>}
 */
export async function waitForJob(forge, id, { signal, onUpdate, pollSeconds = 3 }) {
  const stop = new AbortController()
  const end = () => stop.abort(signal?.reason)
  if (signal?.aborted) end()
  signal?.addEventListener('abort', end)
  const wake = createWake(stop.signal)
  const live = { isHeard: false }
  void listen(forge, id, { signal: stop.signal, live, wake: wake.up, onUpdate })
  try {
    for (;;) {
      const { job } = await forge.call('GET /jobs/{id}', { params: { id } }, { signal: stop.signal })
      onUpdate?.(job)
      if (ends.has(job.status)) return job
      await wake.or((live.isHeard ? safetyPollSeconds : pollSeconds) * 1000)
    }
  } finally {
    signal?.removeEventListener('abort', end)
    stop.abort()
  }
}

/** A wait that ends early when it is woken, also if that happens just before it begins. @param {AbortSignal} signal */
function createWake(signal) {
  let isAwake = false
  let interrupt = () => {}
  return {
    up() {
      isAwake = true
      interrupt()
    },
    /** @param {number} milliseconds */
    async or(milliseconds) {
      const early = new AbortController()
      interrupt = () => early.abort()
      if (!isAwake) {
        await pause(milliseconds, AbortSignal.any([signal, early.signal])).catch((reason) => {
          if (!early.signal.aborted) throw reason
        })
      }
      isAwake = false
      signal.throwIfAborted()
    },
  }
}

/**
 * Wakes the poll when the stream is there, so that nothing that happened before it is missed, and when the job ends.
 * @param {Pick<Forge, 'events'>} forge @param {string} id
 * @param {{ signal: AbortSignal, live: { isHeard: boolean }, wake: () => void, onUpdate: WaitOptions['onUpdate'] }} options
 */
async function listen(forge, id, { signal, live, wake, onUpdate }) {
  while (!signal.aborted) {
    try {
      for await (const event of forge.events({ signal })) {
        if (!live.isHeard) wake()
        live.isHeard = true
        if (event.name === 'system_stats' || event.data.jobId !== id) continue
        if (event.name === 'job_removed' || ends.has(event.data.status)) wake()
        else onUpdate?.(event.data)
      }
    } catch {
      live.isHeard = false
    }
    await pause(reconnectSeconds * 1000, signal).catch(() => undefined)
  }
}
