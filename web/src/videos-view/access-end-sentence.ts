/** Files served straight from a bucket stay loadable until their signed addresses expire. Empty where that is not the case. */
export function accessEndSentence(seconds: number | null): string {
  if (seconds === null) return ''
  const minutes = Math.ceil(seconds / 60)
  return `People who are already watching may be able to continue for up to ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
