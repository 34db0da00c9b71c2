// Finds the programs the product needs from the system; on Debian as root it installs what is missing and says so.
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
 * Makes sure that each command is there. Ends the process with one line when one is missing and can't be installed; that is
 * no failure where the caller may be skipped and this machine is not one on which we install.
 * @param {{ command: string, package: string, purpose: string }[]} needs @param {{ orSkip?: boolean }} [options]
 */
export function ensureCommands(needs, { orSkip = false } = {}) {
  const missing = needs.filter((need) => !findCommand(need.command))
  if (missing.length === 0) return
  const packages = [...new Set(missing.map((need) => need.package))]
  const what = missing.map((need) => `${need.command} (${need.purpose})`).join(' and ')
  const canInstall = process.getuid?.() === 0 && existsSync('/etc/debian_version') && findCommand('apt-get')
  if (!canInstall && orSkip) skip(`missing ${what}, and this is not Debian as root, where it would be installed`)
  if (!canInstall) fail(`Missing: ${what}. Install it first, on Debian or Ubuntu with: sudo apt-get install -y ${packages.join(' ')}`)

  console.log(`Installing ${packages.join(' ')} with apt-get: ${what} is not on this machine.`)
  // In run level 1 Debian starts no service that it installs: what we need of one, we start ourselves.
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const install = ['install', '-y', '--no-install-recommends', ...packages]
  const run = (/** @type {string[]} */ args) =>
    spawnSync('apt-get', args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  // The package lists of a fresh machine may be absent or old, so a failed install is tried again with new ones.
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
