/** Waits, or until the network is back, or rejects when aborted. @param {number} milliseconds @param {AbortSignal} [signal] @returns {Promise<void>} */
export const pause = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    // Only browsers and workers say when the network is back.
    const network = 'addEventListener' in globalThis ? globalThis : undefined
    const clear = () => {
      clearTimeout(timer)
      network?.removeEventListener('online', proceed)
      signal?.removeEventListener('abort', stop)
    }
    const proceed = () => {
      clear()
      resolve()
    }
    const stop = () => {
      clear()
      reject(signal?.reason)
    }
    const timer = setTimeout(proceed, milliseconds)
    if (signal?.aborted) return stop()
    network?.addEventListener('online', proceed)
    signal?.addEventListener('abort', stop)
  })
