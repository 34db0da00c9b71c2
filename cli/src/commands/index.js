import { adminCommands } from './admin.js'
import { adminActions } from './admin-actions.js'
import { captionCommands } from './captions.js'
import { createCompletion } from './completion.js'
import { deleteVideos } from './delete.js'
import { download } from './download.js'
import { list } from './list.js'
import { login, logout, whoami } from './login.js'
import { plan } from './plan.js'
import { share } from './share.js'
import { status } from './status.js'
import { upload } from './upload.js'

/** Every command, in the order of the help. @type {readonly import('../command.js').Command[]} */
export const commands = [
  ...[login, logout, whoami, upload, status, list, download],
  ...captionCommands,
  ...[share, deleteVideos, plan],
  ...adminCommands,
  ...adminActions,
  createCompletion(() => commands),
]
