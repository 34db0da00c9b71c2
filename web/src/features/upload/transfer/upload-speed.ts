/** How much had arrived at a moment in milliseconds. */
export interface Sample {
  at: number
  sent: number
}

export interface TransferSpeed {
  bytesPerSecond: number
  secondsLeft: number
}

/** The pace is that of the last seconds: long enough to be calm, short enough to be true. */
const windowMs = 6000
/** Before that much is known, a number would only be a guess. */
const minWindowMs = 1000

/** The samples of the window. One that falls back (the server had less than was sent) starts it anew. */
export function withSample(samples: readonly Sample[], sample: Sample): Sample[] {
  const last = samples.at(-1)
  if (last && sample.sent < last.sent) return [sample]
  return [...samples.filter(({ at }) => sample.at - at <= windowMs), sample]
}

export function speedOf(samples: readonly Sample[], size: number): TransferSpeed | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < minWindowMs || last.sent === first.sent) return undefined
  const bytesPerSecond = ((last.sent - first.sent) * 1000) / (last.at - first.at)
  return { bytesPerSecond, secondsLeft: (size - last.sent) / bytesPerSecond }
}
