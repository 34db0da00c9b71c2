import { noResponseError } from './api-error.js'
import { liveEventOf, openEvents } from './events/open-events.js'
import { waitForJob } from './events/wait-for-job.js'
import { isRepeatable, retryCall } from './retry.js'
import { createSender } from './send.js'
import { upload } from './upload/upload.js'

/** @import { CallOptions, Forge, ForgeOptions, RequestParts, SendOptions } from './types.js' */

/**
 * The API of one site, with a key, as somebody who signed in, or as a visitor.
 * @param {ForgeOptions} options @returns {Forge}
 */
export function createForge({ url, key, token, fetch: givenFetch, attempts }) {
  const base = `${url.replace(/\/+$/, '')}/prod/api`
  const { send, sendForFile } = createSender(base, givenFetch)
  const credential = async () => key ?? (typeof token === 'function' ? await token() : token)

  /**
   * @template Answer
   * @param {(name: string, request: RequestParts, options: SendOptions) => Promise<Answer>} once
   * @returns {(name: string, request?: RequestParts, options?: CallOptions) => Promise<Answer>}
   */
  const repeated =
    (once) =>
    (name, request = {}, options = {}) =>
      retryCall(async () => once(name, request, { signal: options.signal, token: await credential() }), {
        signal: options.signal,
        isRepeatable: isRepeatable(name),
        attempts: options.attempts ?? attempts,
      })

  const forge = /** @type {Forge} */ ({
    call: repeated(send),
    callForFile: repeated(sendForFile),
    async *events({ signal, lastEventId } = {}) {
      const bearer = await credential()
      const open = (/** @type {Headers} */ headers, /** @type {AbortSignal} */ stop) => {
        if (bearer) headers.set('authorization', `Bearer ${bearer}`)
        return (givenFetch ?? fetch)(`${base}/jobs/events`, { headers, cache: 'no-store', signal: stop }).catch((error) => {
          throw stop.aborted ? error : noResponseError(error)
        })
      }
      for await (const event of openEvents({ open, lastEventId, signal })) {
        const known = liveEventOf(event)
        if (known) yield known
      }
    },
    upload: (file, options = {}) => upload(forge, file, options),
    waitForJob: (id, options = {}) => waitForJob(forge, id, options),
  })
  return forge
}
