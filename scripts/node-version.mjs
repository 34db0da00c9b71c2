// Reports an outdated Node.js in one line, instead of failing on unknown syntax.
import { readFileSync } from 'node:fs'

export function requireNode() {
  const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const needed = engines.node.replace('>=', '')
  if (isOlder(process.versions.node, needed)) {
    console.error(`Video Forge needs Node.js ${needed} or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
}

/** @param {string} version @param {string} needed */
function isOlder(version, needed) {
  const [a, b] = [version, needed].map((text) => text.split('.').map(Number))
  for (let i = 0; i < 3; i += 1) {
    const difference = (a?.[i] ?? 0) - (b?.[i] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
