/** Signed addresses are renewed this long before they expire, or halfway if their life is shorter. */
const marginMs = 60_000
const minDelayMs = 1000

export function msUntilRenewal(expiresAt: string, now: number): number {
  const left = new Date(expiresAt).getTime() - now
  return Math.max(minDelayMs, left - marginMs > 0 ? left - marginMs : left / 2)
}
