/** Bytes sent at a time in milliseconds. */
export interface Sample {
  at: number
  sent: number
}

export interface TransferSpeed {
  bytesPerSecond: number
  secondsLeft: number
}

/** The speed is the average over this time. */
const windowMs = 6000
/** With less data the speed would be a guess. */
const minWindowMs = 1000

/** Adds a sample to the window. If the count falls, because the server had less than was sent, the window starts over. */
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
