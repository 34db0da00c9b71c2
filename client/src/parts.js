/** What the web application and the command line of Video Forge are made of. It may change with any version; use the index. */
export { ApiError, errorFromResponse, noResponseError } from './api-error.js'
export { openEvents } from './events/open-events.js'
export { retryWhileBusy } from './retry.js'
export { createSender } from './send.js'
export { arrivedBytes, loadTus, resumeFile } from './upload/resume-file.js'
export { isGone, retryTransfer } from './upload/retry-transfer.js'
export { startStallTimer } from './upload/stall-timer.js'
