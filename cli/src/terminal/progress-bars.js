import { bytesText, durationText, plain } from './text.js'

const intervalMs = 100
const barWidth = 24

/** @typedef {{ update(parts: { share?: number, text?: string, sent?: number }): void, end(text: string): void }} Bar */

/** Lines at the bottom of a terminal, one for each file. Without a terminal nothing is written. */
export function createBars() {
  const stream = process.stderr
  const isShown = stream.isTTY === true
  /** @type {string[]} */
  const lines = []
  let drawn = 0
  let drawnAt = 0
  const draw = () => {
    const columns = Math.max(20, (stream.columns || 80) - 1)
    const up = drawn > 0 ? `\u001b[${drawn}A` : ''
    stream.write(`${up}${lines.map((line) => `\r\u001b[2K${[...line].slice(0, columns).join('')}\n`).join('')}`)
    drawn = lines.length
    drawnAt = Date.now()
  }
  return {
    /** @param {string} name @param {number} size @returns {Bar} */
    add(name, size) {
      if (!isShown) return { update: () => undefined, end: () => undefined }
      const index = lines.push('') - 1
      const label = plain(name)
      const began = { at: Date.now(), sent: /** @type {number | undefined} */ (undefined) }
      return {
        update({ share = 0, text = '', sent }) {
          began.sent ??= sent
          const full = Math.round(share * barWidth)
          const bar = `${'#'.repeat(full)}${'-'.repeat(barWidth - full)}`
          const speed = sent === undefined ? '' : speedText(sent - (began.sent ?? 0), Date.now() - began.at, size - sent)
          lines[index] = `${label}  [${bar}] ${String(Math.floor(share * 100)).padStart(3)} %  ${plain(text)}${speed}`
          if (Date.now() - drawnAt >= intervalMs) draw()
        },
        end(text) {
          lines[index] = `${label}  ${plain(text)}`
          draw()
        },
      }
    },
  }
}

/** @param {number} bytes @param {number} milliseconds @param {number} left */
function speedText(bytes, milliseconds, left) {
  if (milliseconds < 1000 || bytes <= 0) return ''
  const perSecond = (bytes * 1000) / milliseconds
  return `  ${bytesText(perSecond)}/s, ${durationText(left / perSecond)} left`
}
