import { mkdir, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

/** A folder by its variable of the XDG directories; a relative value counts as not set. @param {string} variable @param {string[]} usual */
const folder = (variable, ...usual) => {
  const given = process.env[variable]
  return join(given && isAbsolute(given) ? given : join(homedir(), ...usual), 'video-forge')
}

export const configFolder = () => folder('XDG_CONFIG_HOME', '.config')
export const stateFolder = () => folder('XDG_STATE_HOME', '.local', 'state')

/** Writes a file that only its owner reads, whole or not at all. @param {string} path @param {unknown} value */
export async function writePrivate(path, value) {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const temporary = `${path}.${process.pid}`
  await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  await rename(temporary, path)
}
