/** @import { Command } from '../command.js' */

/** The commands by their first word, in the order of the help. Only the file of the one that runs is loaded. @type {Record<string, () => Promise<readonly Command[]>>} */
const groups = {
  login: async () => [(await import('./login.js')).login],
  logout: async () => [(await import('./login.js')).logout],
  whoami: async () => [(await import('./login.js')).whoami],
  upload: async () => [(await import('./upload.js')).upload],
  import: async () => [(await import('./import.js')).importVideos],
  status: async () => [(await import('./status.js')).status],
  list: async () => [(await import('./list.js')).list],
  download: async () => [(await import('./download.js')).download],
  export: async () => [(await import('./export.js')).exportAccount],
  captions: async () => (await import('./captions.js')).captionCommands,
  share: async () => [(await import('./share.js')).share],
  delete: async () => [(await import('./delete.js')).deleteVideos],
  plan: async () => [(await import('./plan.js')).plan],
  admin: async () => [...(await import('./admin.js')).adminCommands, ...(await import('./admin-actions.js')).adminActions],
  completion: async () => [(await import('./completion.js')).createCompletion(allCommands)],
}

export const firstWords = Object.keys(groups)

/** The commands that begin with this word. @param {string} word @returns {Promise<readonly Command[]>} */
export const commandsOf = async (word) => (Object.hasOwn(groups, word) ? ((await groups[word]?.()) ?? []) : [])

/** @returns {Promise<readonly Command[]>} */
export const allCommands = async () => (await Promise.all(Object.values(groups).map((load) => load()))).flat()
