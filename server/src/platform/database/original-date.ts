/** When something was made elsewhere: not before 1970, whose time an id cannot have, and not in the future. Undefined if it is no date. */
export function originalDate(text: string, now = Date.now()): Date | undefined {
  const time = Date.parse(text)
  return Number.isFinite(time) ? new Date(Math.min(Math.max(time, 0), now)) : undefined
}
