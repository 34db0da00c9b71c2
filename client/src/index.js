/** @typedef {import('./types.js').CallName} CallName */
/** @template {import('./types.js').CallName} Name @typedef {import('./types.js').CallRequest<Name>} CallRequest */
/** @template {import('./types.js').CallName} Name @typedef {import('./types.js').CallAnswer<Name>} CallAnswer */
/** @typedef {import('./types.js').Forge} Forge */
/** @typedef {import('./types.js').ForgeOptions} ForgeOptions */
/** @typedef {import('./types.js').LiveEvent} LiveEvent */
/** @typedef {import('./types.js').Uploaded} Uploaded */
/** @typedef {import('./types.js').UploadOptions} UploadOptions */
/** @typedef {import('./types.js').UploadState} UploadState */
/** @typedef {import('./types.js').WebhookEvent} WebhookEvent */
/** @typedef {import('./calls.js').Job} Job */
/** @typedef {import('./calls.js').Video} Video */

export { ApiError } from './api-error.js'
export { createForge } from './forge.js'
export { SignatureError, verifyWebhook } from './verify-webhook.js'
