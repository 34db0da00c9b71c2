import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../exit-codes.js'
import { configFolder, writePrivate } from './folders.js'

/** @typedef {{ url: string | undefined, key: string | undefined }} Settings */

export const settingsPath = () => join(configFolder(), 'login.json')

/** @param {{ url: string, key: string }} login */
export const saveLogin = (login) => writePrivate(settingsPath(), login)

export const removeLogin = () => rm(settingsPath(), { force: true })

/** What a login stored. @returns {Promise<Settings>} */
async function storedLogin() {
  try {
    const { url, key } = JSON.parse(await readFile(settingsPath(), 'utf8'))
    return { url: typeof url === 'string' ? url : undefined, key: typeof key === 'string' ? key : undefined }
  } catch {
    return { url: undefined, key: undefined }
  }
}

/** The origin of a site's address. @param {string} text @returns {string} */
export function siteUrl(text) {
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not the address of a site, such as https://video.example.com.`)
  return url.origin
}

/**
 * The site and the key: from the options, then the environment, then the login. A stored key is sent only to the site it is for.
 * @param {import('../command.js').Values} options @returns {Promise<Settings>}
 */
export async function readSettings(options) {
  const stored = await storedLogin()
  const given = options['url'] ?? (process.env['FORGE_URL'] || undefined)
  const url = typeof given === 'string' ? siteUrl(given) : stored.url
  const key = process.env['FORGE_KEY'] || (url === stored.url ? stored.key : undefined)
  return { url, key }
}
