/** The result of what cannot be stopped, or a rejection once the signal is aborted. Afterwards the signal holds no listener of it. */
export async function untilAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason)
    if (signal.aborted) onAbort()
    signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([result, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
