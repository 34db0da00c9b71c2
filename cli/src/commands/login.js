import { hostname } from 'node:os'
import { ApiError, createForge } from '@video-forge/client'
import { textOption } from '../arguments.js'
import { CommandError, exitCodes, UsageError } from '../exit-codes.js'
import { removeLogin, saveLogin, settingsPath, siteUrl } from '../storage/settings.js'
import { ask, canAsk, readStdin } from '../terminal/ask.js'
import { openBrowser } from '../terminal/open-browser.js'

/** @import { Command, Context } from '../command.js' */

/** @type {Command} */
export const login = {
  name: 'login',
  usage: '[URL]',
  summary: 'store the address of a site and an API key for it',
  notes: [
    'Opens the account page in the browser, where you create a key, and asks for it.',
    'In scripts the key comes from stdin: forge login https://video.example.com < key.txt',
  ].join('\n'),
  options: {
    key: { type: 'string', value: 'KEY', help: 'the key; other users of the machine may see it while the command runs' },
    scopes: { type: 'string', value: 'LIST', help: 'what the form for the new key has chosen; read,upload,manage unless given' },
    'no-browser': { type: 'boolean', help: 'only print the address of the page' },
  },
  count: [0, 1],
  needsNoSite: true,
  async run(context) {
    const { args, settings, out, signal } = context
    const address = args[0] ?? settings.url ?? (canAsk() ? await ask('Address of the site: ', { signal }) : undefined)
    if (!address) throw new UsageError('Which site? forge login https://video.example.com')
    const url = siteUrl(address)
    const key = await askForKey(context, url)
    if (key === '') throw new UsageError('No key was given.')
    if (!/^vf_[\w-]{10,}$/.test(key))
      throw new UsageError(key.startsWith('vf_') ? 'That is not a complete API key.' : 'That is no API key: it begins with vf_.')
    const username = await usernameOf(url, key, signal)
    await saveLogin({ url, key })
    out.result({ url, username, file: settingsPath() }, () => out.notice(`Signed in to ${url}${username ? ` as ${username}` : ''}.`))
    return exitCodes.ok
  },
}

/** @param {Context} context @param {string} url @returns {Promise<string>} */
async function askForKey({ options, out, signal }, url) {
  const given = textOption(options, 'key')
  if (given !== undefined) return given.trim()
  if (!canAsk()) return readStdin()
  const query = new URLSearchParams({
    key: `forge on ${hostname()}`.slice(0, 60),
    scopes: textOption(options, 'scopes') ?? 'read,upload,manage',
  })
  const page = `${url}/account?${query}`
  out.notice(`Create a key on this page, and paste it here:\n${page}`)
  if (!options['no-browser']) openBrowser(page)
  return ask('Key: ', { isHidden: true, signal })
}

/** Whose key it is; null if it may not read. @param {string} url @param {string} key @param {AbortSignal} signal */
async function usernameOf(url, key, signal) {
  try {
    return (await createForge({ url, key }).call('GET /auth/profile', {}, { signal })).user.username
  } catch (error) {
    if (error instanceof ApiError && error.isNotAllowed) return null
    if (error instanceof ApiError && error.isNotSignedIn) throw new CommandError('The site does not accept this key.', exitCodes.notAllowed)
    throw error
  }
}

/** @type {Command} */
export const logout = {
  name: 'logout',
  usage: '',
  summary: 'forget the stored key; it stays valid until it is revoked on the account page',
  options: {},
  count: [0, 0],
  needsNoSite: true,
  async run({ out }) {
    await removeLogin()
    out.result({ file: settingsPath() }, () => out.notice('The key is forgotten. Revoke it on the account page if nothing else uses it.'))
    return exitCodes.ok
  },
}

/** @type {Command} */
export const whoami = {
  name: 'whoami',
  usage: '',
  summary: 'the site and the account of the key',
  options: {},
  count: [0, 0],
  async run({ forge, settings, out, signal }) {
    const { user } = await forge.call('GET /auth/profile', {}, { signal })
    const { id, username, email, role } = user
    out.result({ url: settings.url, user }, () => out.fields({ site: settings.url, username, email, role, id }))
    return exitCodes.ok
  },
}
