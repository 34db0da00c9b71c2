/** @typedef {import('./types.js').Forge} Forge */
/** @typedef {import('./types.js').ForgeOptions} ForgeOptions */
/** @typedef {import('./types.js').UploadOptions} UploadOptions */
/** @typedef {import('./types.js').UploadState} UploadState */

export { ApiError, errorFromResponse, noResponseError } from './api-error.js'
export { openEvents } from './events/open-events.js'
export { createForge } from './forge.js'
export { retryWhileBusy } from './retry.js'
export { createSender } from './send.js'
export { arrivedBytes, loadTus, resumeFile } from './upload/resume-file.js'
export { isGone, retryTransfer } from './upload/retry-transfer.js'
export { startStallTimer } from './upload/stall-timer.js'
export { SignatureError, verifyWebhook } from './verify-webhook.js'
