import { accessSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The system's browser; the test library's own can't be had everywhere. */
export function findChromium(): string {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
      try {
        accessSync(join(folder, name))
        return join(folder, name)
      } catch {
        // not this one
      }
    }
  }
  throw new Error('chromium is not on this machine: apt-get install -y chromium')
}
