// Finds the system programs that the product needs; on Debian as root it installs missing ones.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** @param {string} command */
function findCommand(command) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, command)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // not in this folder
    }
  }
  return undefined
}

/**
 * What the tests and the pictures drive; a browser that is there will do.
 * @param {string} purpose
 */
export const browserFor = (purpose) => ({
  command: 'chromium-headless-shell',
  orElse: ['chromium', 'chromium-browser', 'google-chrome'],
  package: 'chromium-headless-shell',
  purpose,
})

/**
 * Ensures that each command, or another that can do its work, exists. Exits with one line if one is missing and cannot be installed. With `orSkip` that is no failure on a
 * machine where we do not install packages.
 * @param {{ command: string, orElse?: string[], package: string, purpose: string }[]} needs @param {{ orSkip?: boolean }} [options]
 */
export function ensureCommands(needs, { orSkip = false } = {}) {
  const missing = needs.filter((need) => ![need.command, ...(need.orElse ?? [])].some(findCommand))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((need) => need.package))]
  const what = missing.map((need) => `${need.command} (${need.purpose})`).join(' and ')
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && findCommand('apt-get')
  if (!canInstall && orSkip) skip(`missing ${what}, and this is not Debian as root, where it would be installed`)
  if (!canInstall) fail(`Missing: ${what}. Install it first, on Debian or Ubuntu with: sudo apt-get install -y ${packages.join(' ')}`)

  console.log(`Installing ${packages.join(' ')} with apt-get, because ${what} is missing.`)
  // In run level 1 Debian does not start installed services; we start those that we need.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const run = (/** @type {string[]} */ args) =>
    spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  // The package lists may be missing or outdated, so a failed install is retried after an update.
  if (!run(install) && !(run(['update']) && run(install)))
    fail(`apt-get could not install ${packages.join(' ')}; install it by hand and start again.`)
}

/** @param {string} reason @returns {never} */
function skip(reason) {
  console.log(`skipped: ${reason}`)
  process.exit(0)
}

/** @param {string} line @returns {never} */
function fail(line) {
  console.error(line)
  process.exit(1)
}
