const units = ['B', 'KB', 'MB', 'GB'] as const

/** A file size for a person. Units step by 1024, as the product's 500 MB limit does. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes)
  let step = 0
  // 1023.95 would print as 1024.0, so it already counts as the next unit.
  while (value >= 1023.95 && step < units.length - 1) {
    value /= 1024
    step += 1
  }
  const digits = step === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${units[step]}`
}
