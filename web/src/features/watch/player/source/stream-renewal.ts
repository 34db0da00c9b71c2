/** Signed addresses are renewed this long before they end, or at half their life if that is short. */
const aheadMilliseconds = 60_000
const soonestMilliseconds = 1000

export function msUntilRenewal(expiresAt: string, now: number): number {
  const left = new Date(expiresAt).getTime() - now
  return Math.max(soonestMilliseconds, left - aheadMilliseconds > 0 ? left - aheadMilliseconds : left / 2)
}
