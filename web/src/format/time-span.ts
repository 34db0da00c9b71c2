/** A rounded length of time: '8 s', '3 min', '1 h 5 min'. */
export function formatTimeSpan(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 90) return `${whole} s`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`
}
