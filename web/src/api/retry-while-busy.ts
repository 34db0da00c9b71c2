export { retryWhileBusy } from '@video-forge/client/parts/retry'
