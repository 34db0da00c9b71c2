/** Where files come straight from a bucket, whoever has just been given one can go on loading it for a moment. */
export function accessEndSentence(seconds: number | null): string {
  if (seconds === null) return ''
  const minutes = Math.ceil(seconds / 60)
  return `Someone who is already watching may be able to go on for up to ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
}
