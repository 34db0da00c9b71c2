const steps: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
]

/** How long ago something was, in short: 'now', '8 s ago', '3 min ago'. */
export function formatAge(iso: string, now: number): string {
  const seconds = Math.floor((now - Date.parse(iso)) / 1000)
  if (!(seconds >= 1)) return 'now'
  for (const [length, unit] of steps) if (seconds >= length) return `${Math.floor(seconds / length)} ${unit} ago`
  return `${seconds} s ago`
}
