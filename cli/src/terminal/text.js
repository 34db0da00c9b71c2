/** Text from a server must not move the cursor, nor turn the line around. @param {unknown} value @returns {string} */
export const plain = (value) => String(value ?? '').replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ')

/** @param {number | null | undefined} bytes @returns {string} */
export function bytesText(bytes) {
  if (bytes === null || bytes === undefined) return ''
  if (bytes < 1000) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes / 1000
  let unit = 0
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** @param {number | null | undefined} seconds @returns {string} */
export function durationText(seconds) {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return ''
  const whole = Math.round(seconds)
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, String(whole % 60).padStart(2, '0')]
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}
