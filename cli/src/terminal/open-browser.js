import { spawn } from 'node:child_process'

/** @type {Record<string, readonly string[]>} */
const openers = { darwin: ['open'], win32: ['rundll32', 'url.dll,FileProtocolHandler'] }

/** Shows a page in the browser, if there is one. @param {string} url */
export function openBrowser(url) {
  const [program = 'xdg-open', ...args] = openers[process.platform] ?? ['xdg-open']
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => undefined)
  child.unref()
}
