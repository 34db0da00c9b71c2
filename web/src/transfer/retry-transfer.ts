export { isGone, retryTransfer } from '@video-forge/client/parts/upload/retry-transfer'
